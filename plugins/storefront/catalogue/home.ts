import { html, type Markup } from 'cartwright'
import type { Collection, Product } from '../api.ts'
import { organisationData } from '../found/structured-data.ts'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import type { View } from '../site/view.ts'
import { CARD_SIZES, picture } from './picture.ts'
import { productGrid } from './product-grid.ts'
import { readCards } from './read-products.ts'

const NEWEST = 8
const COLLECTIONS = 3

const HERO_SIZES = '(min-width: 48rem) 36rem, calc(100vw - 2rem)'
const TILE_SIZES = '(min-width: 48rem) 24rem, calc(100vw - 2rem)'

export interface HomeContent {
  newest: readonly Product[]
  collections: readonly { collection: Collection; products: readonly Product[] }[]
}

export const home = page('/', { cache: 60, dependsOn: 'catalogue' }, async (visit) => {
  const { store, site, shopName } = visit
  const [{ products: newest }, { collections }] = await Promise.all([
    readCards(visit, { limit: NEWEST }),
    store.collections.list({ limit: COLLECTIONS }),
  ])
  const shown = await Promise.all(
    collections.map(async (collection) => {
      const { products } = await readCards(visit, { collection_id: [collection.id], limit: 4 })
      return { collection, products }
    }),
  )
  const content = { newest, collections: shown.filter(({ products }) => products.length > 0) }
  return renderPage(visit, {
    title: shopName,
    styles: 'home',
    description: visit.texts.home.lead,
    picture: newest[0]?.thumbnail ?? null,
    data: [organisationData(visit)],
    main: site.components.homePage(visit, content),
  })
})

export function homePage(view: View, { newest, collections }: HomeContent): Markup {
  const { texts, path } = view
  const [first] = newest
  return html`<section class="hero">
<div class="hero-text"><h1>${texts.home.intro}</h1><p>${texts.home.lead}</p>
<p><a class="button" href="${path('/products')}">${texts.home.all}</a></p></div>
${first?.thumbnail && html`<a class="hero-picture" href="${path(`/products/${first.handle}`)}">${picture(view, { src: first.thumbnail, alt: first.title, sizes: HERO_SIZES, isFirst: true })}</a>`}
</section>
<section class="section"><h2>${texts.home.newest}</h2>${productGrid(view, newest)}</section>
${
  collections.length > 0 &&
  html`<section class="section"><h2>${texts.home.collections}</h2><ul class="tiles">
${collections.map(({ collection, products }) => html`<li>${collectionTile(view, collection, products)}</li>`)}
</ul></section>`
}`
}

function collectionTile(view: View, { handle, title }: Collection, products: readonly Product[]): Markup {
  const shown = products.slice(0, products.length < 4 ? 1 : 4)
  const sizes = shown.length === 1 ? TILE_SIZES : CARD_SIZES
  return html`<a class="tile" href="${view.path(`/collections/${handle}`)}">
<span class="tile-pictures">${shown.map(({ thumbnail }) => picture(view, { src: thumbnail, alt: '', sizes }))}</span>
<span class="tile-title">${title}</span></a>`
}
