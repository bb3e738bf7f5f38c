import { html, type Markup, NotFound } from 'cartwright'
import { z } from 'zod'
import type { Product } from '../api.ts'
import { plainText, renderDescription } from '../content/markdown.ts'
import { breadcrumbData, productData } from '../found/structured-data.ts'
import { readReviews, type ShownReviews } from '../reviews/read-reviews.ts'
import { ratingOf, stars } from '../reviews/stars.ts'
import { breadcrumb } from '../shell/breadcrumb.ts'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import { seeOther } from '../site/see-other.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { wishButton } from '../wishlist/wish-button.ts'
import { type BuyFormContent, valuesOf } from './buy-form.ts'
import { choicesOf, findVariant } from './choices.ts'
import { picture } from './picture.ts'
import { priceRangeOf } from './prices.ts'
import { productGrid } from './product-grid.ts'
import { readProduct } from './read-product.ts'
import { readCards } from './read-products.ts'

const query = z.object({
  variant: z.string().max(100).optional().catch(undefined),
  option: z.record(z.string().max(100), z.string().max(500)).catch({}),
  /** The page of the reviews. */
  reviews: z.coerce.number().int().min(1).max(10_000).catch(1),
})

export const product = page(
  '/products/:handle',
  { input: query, cache: 60, dependsOn: 'catalogue' },
  async (visit, { input, params }) => {
    const found = await readProduct(visit, params.handle).catch((error: unknown) => {
      if (visit.admin && !visit.preview && error instanceof NotFound) return undefined
      throw error
    })
    // It may be a draft.
    if (!found) return seeOther(visit, `/preview/products/${encodeURIComponent(params.handle)}`)
    return renderProduct(
      visit,
      { product: found, chosen: { ...chosenIn(found, input.option), ...valuesOf(found, input.variant) } },
      input.reviews,
    )
  },
)

/** The values that the product has. */
const chosenIn = (product: Product, option: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    choicesOf(product).flatMap(({ id, values }) => {
      const known = values.find(({ value }) => value === option[id])
      return known ? [[id, known.value]] : []
    }),
  )

const RELATED = 4

const GALLERY_SIZES = '(min-width: 60rem) 40rem, calc(100vw - 2rem)'

/** The page of a product, also with an error of its form. */
export async function renderProduct(visit: Visit, form: BuyFormContent, reviewPage = 1): Promise<Markup> {
  const { title, subtitle, description, seo_title, seo_description, collection_id, id } = form.product
  const filters = collection_id ? { collection_id: [collection_id] } : {}
  const [{ products }, reviews] = await Promise.all([
    readCards(visit, { ...filters, limit: RELATED + 1 }),
    readReviews(visit, form.product, reviewPage),
  ])
  const related = products.filter((one) => one.id !== id).slice(0, RELATED)
  const main = visit.site.components.productPage(visit, { ...form, related, ...(reviews && { reviews }) })
  return renderPage(visit, {
    ...{ title: seo_title || title, main, picture: form.product.thumbnail },
    description: (seo_description || subtitle) ?? (description ? plainText(description) : undefined),
    styles: 'product',
    data: [
      productData(visit, form.product, reviews?.reviews),
      breadcrumbData(visit, breadcrumbOf(visit, form.product)),
    ],
  })
}

export interface ProductContent extends BuyFormContent {
  related: readonly Product[]
  /** Undefined: the shop has no reviews. */
  reviews?: ShownReviews
}

export function productPage(view: View, { related, reviews, ...form }: ProductContent): Markup {
  const { texts, site } = view
  const { product } = form
  const price = shownPrice(view, form)
  return html`${breadcrumb(view, { steps: breadcrumbOf(view, product), current: product.title })}
<div class="product">
${gallery(view, form)}
<div class="product-info">
<h1><bdi>${product.title}</bdi></h1>
${product.subtitle && html`<p class="lead"><bdi>${product.subtitle}</bdi></p>`}
${average(view, product)}
${price && site.components.priceTag(view, { price, isRange: price.isRange })}
<p class="soft">${view.market.showsTax ? texts.product.taxIncluded : texts.product.taxAdded}</p>
${site.components.buyForm(view, form)}
${wishButton(view, { product, variant: findVariant(product, form.chosen), isWide: true })}
${product.description && html`<div class="prose" dir="auto">${renderDescription(product.description)}</div>`}
${facts(view, product)}
</div>
</div>
${reviews && site.components.reviewSection(view, { product, ...reviews })}
${related.length > 0 && html`<section class="section"><h2>${texts.product.related}</h2>${productGrid(view, related)}</section>`}`
}

/** The price of the chosen variant, or of the cheapest one. */
function shownPrice(view: View, { product, chosen }: BuyFormContent) {
  const variant = Object.keys(chosen).length > 0 ? findVariant(product, chosen) : undefined
  return (variant && priceRangeOf(view, { variants: [variant] })) ?? priceRangeOf(view, product)
}

/** The link from the top of the page to the reviews. */
function average(view: View, product: Product): Markup | false {
  const found = ratingOf(product)
  if (!found) return false
  const { reviews } = view.texts
  return html`<p class="rating">${stars(view, found.average)} <a href="#reviews">${reviews.count(found.count)}</a></p>`
}

/** The start and the category of a product. */
function breadcrumbOf({ texts, path }: View, { categories = [] }: Product): { name: string; path: string }[] {
  const [category] = categories
  const start = { name: texts.shell.home, path: path('/') }
  return category ? [start, { name: category.name, path: path(`/categories/${category.handle}`) }] : [start]
}

/** The picture of the chosen variant comes first. A phone shows the place of each picture. */
function gallery(view: View, { product, chosen }: BuyFormContent): Markup {
  const { title, thumbnail, images = [] } = product
  const ofVariant = findVariant(product, chosen)?.thumbnail
  const sources = [...new Set([ofVariant, thumbnail, ...images.map(({ url }) => url)])].filter((url) => url != null)
  const altOf = (src: string, i: number): string =>
    images.find(({ url }) => url === src)?.alt || (i === 0 ? title : view.texts.product.picture(title, i + 1))
  const shown = sources.map((src, i) =>
    picture(view, { src, sizes: GALLERY_SIZES, isFirst: i === 0, alt: altOf(src, i) }),
  )
  if (shown.length < 2)
    return html`<div class="gallery">${shown[0] ?? picture(view, { src: null, alt: '', sizes: '' })}</div>`
  return html`<div class="gallery gallery-many" role="group" tabindex="0" aria-label="${title}">${shown.map(
    (one, i) => html`<div class="slide" data-place="${`${i + 1} / ${shown.length}`}">${one}</div>`,
  )}</div>`
}

function facts({ texts, format }: View, { material, origin_country, weight }: Product): Markup | false {
  const rows = [
    [texts.product.material, material],
    [texts.product.origin, origin_country && format.country(origin_country)],
    [texts.product.weight, weight && `${format.number(weight)} g`],
  ].filter(([, value]) => value)
  if (rows.length === 0) return false
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`
}
