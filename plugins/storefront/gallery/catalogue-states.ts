import { listQuery } from '../catalogue/list-query.ts'
import type { Components } from '../site/components.ts'
import { longText, onSale, rated, soldOut, unpriced, withLongTexts, withOneVariant, withoutPicture } from './samples.ts'
import { ofProduct, part, type States } from './state.ts'

const NO_SALE = { before: undefined, lowest: undefined }
const NO_FACETS = { collection_id: [], type_id: [], tags: [], options: [] }
const option = (value: string) => ({ title: 'Size', value, count: 2 })
const FACETS = {
  ...NO_FACETS,
  options: ['S', 'M', longText()].map(option),
  price: { min: 500, max: 90_000, ranges: [] },
}
const REVIEWS = [5, 3, 1].map((rating) => ({ rating, text: 'Soft and warm', author: 'Ada', created_at: '2026-01-02' }))
const LONG_REVIEWS = [{ rating: 4, text: longText(9), author: longText(), created_at: '2026-01-02' }]
const QUERY = listQuery.parse({})
const CHOSEN = listQuery.parse({ q: 'shirt', option: { Size: 'M' }, min: '5' })

export const catalogueStates = {
  homePage: {
    full: part(({ visit, cards, collections }) =>
      visit.site.components.homePage(visit, {
        newest: cards,
        collections: collections.map((collection) => ({ collection, products: cards.slice(0, 4) })),
      }),
    ),
    empty: part(({ visit }) => visit.site.components.homePage(visit, { newest: [], collections: [] })),
  },
  listPage: {
    full: part(({ visit, cards }) =>
      visit.site.components.listPage(visit, {
        ...{ title: 'All products', lead: 'A description', query: QUERY, facets: FACETS, products: cards, count: 90 },
        children: [{ name: 'A part of it', path: '/products' }],
      }),
    ),
    empty: part(({ visit }) =>
      visit.site.components.listPage(visit, {
        ...{ title: 'Nothing', query: CHOSEN, facets: NO_FACETS, products: [], count: 0 },
      }),
    ),
    'long texts': part(({ visit, cards }) =>
      visit.site.components.listPage(visit, {
        ...{ title: longText(), lead: longText(3), query: QUERY, facets: FACETS, count: cards.length },
        products: cards.map(withLongTexts),
      }),
    ),
  },
  filters: {
    open: part(({ visit }) => visit.site.components.filters(visit, { query: QUERY, facets: FACETS })),
    chosen: part(({ visit }) => visit.site.components.filters(visit, { query: CHOSEN, facets: FACETS })),
    empty: part(({ visit }) => visit.site.components.filters(visit, { query: QUERY, facets: NO_FACETS })),
  },
  productCard: {
    plain: ofProduct(({ visit, product }) => visit.site.components.productCard(visit, { product, isFirst: true })),
    sale: ofProduct(({ visit, product }) => visit.site.components.productCard(visit, { product: onSale(product) })),
    reviewed: ofProduct(({ visit, product }) => visit.site.components.productCard(visit, { product: rated(product) })),
    'sold out': ofProduct(({ visit, product }) =>
      visit.site.components.productCard(visit, { product: soldOut(product) }),
    ),
    'long texts': ofProduct(({ visit, product }) =>
      visit.site.components.productCard(visit, { product: withLongTexts(product) }),
    ),
    'no picture': ofProduct(({ visit, product }) =>
      visit.site.components.productCard(visit, { product: withoutPicture(product) }),
    ),
    'no price': ofProduct(({ visit, product }) =>
      visit.site.components.productCard(visit, { product: unpriced(product) }),
    ),
  },
  priceTag: {
    plain: part(({ visit }) => visit.site.components.priceTag(visit, { price: { ...NO_SALE, amount: 4900 } })),
    range: part(({ visit }) =>
      visit.site.components.priceTag(visit, { price: { ...NO_SALE, amount: 4900 }, isRange: true }),
    ),
    sale: part(({ visit }) =>
      visit.site.components.priceTag(visit, { price: { amount: 4900, before: 6900, lowest: 5900 } }),
    ),
    'large amount': part(({ visit }) =>
      visit.site.components.priceTag(visit, { price: { amount: 99_999_999, before: 199_999_999, lowest: 99_999_999 } }),
    ),
  },
  productPage: {
    plain: ofProduct(({ visit, product, cards }) =>
      visit.site.components.productPage(visit, { product, chosen: {}, related: cards.slice(0, 4) }),
    ),
    sale: ofProduct(({ visit, product }) =>
      visit.site.components.productPage(visit, { product: onSale(product), chosen: {}, related: [] }),
    ),
    'sold out': ofProduct(({ visit, product }) =>
      visit.site.components.productPage(visit, { product: soldOut(product), chosen: {}, related: [] }),
    ),
    'long texts': ofProduct(({ visit, product }) =>
      visit.site.components.productPage(visit, { product: withLongTexts(product), chosen: {}, related: [] }),
    ),
    'no picture': ofProduct(({ visit, product }) =>
      visit.site.components.productPage(visit, { product: withoutPicture(product), chosen: {}, related: [] }),
    ),
  },
  reviewSection: {
    none: ofProduct(({ visit, product }) =>
      visit.site.components.reviewSection(visit, { product, reviews: [], count: 0, page: 1 }),
    ),
    full: ofProduct(({ visit, product }) =>
      visit.site.components.reviewSection(visit, { product: rated(product), reviews: REVIEWS, count: 12, page: 2 }),
    ),
    'long texts': ofProduct(({ visit, product }) =>
      visit.site.components.reviewSection(visit, { product: rated(product), reviews: LONG_REVIEWS, count: 1, page: 1 }),
    ),
  },
  buyForm: {
    options: ofProduct(({ visit, product }) => visit.site.components.buyForm(visit, { product, chosen: {} })),
    'one variant': ofProduct(({ visit, product }) =>
      visit.site.components.buyForm(visit, { product: withOneVariant(product), chosen: {} }),
    ),
    error: ofProduct(({ visit, product }) =>
      visit.site.components.buyForm(visit, { product, chosen: {}, error: visit.texts.product.chooseAll }),
    ),
    'sold out': ofProduct(({ visit, product }) =>
      visit.site.components.buyForm(visit, { product: soldOut(product), chosen: {} }),
    ),
    'no price': ofProduct(({ visit, product }) =>
      visit.site.components.buyForm(visit, { product: unpriced(product), chosen: {} }),
    ),
  },
} satisfies Partial<Record<keyof Components, States>>
