import { html, type Markup, rawHtml } from 'cartwright'
import type { Product, Variant } from '../api.ts'
import { isInStock, priceOf } from '../catalogue/prices.ts'
import { plainText } from '../content/markdown.ts'
import { BEST, ratingOf } from '../reviews/stars.ts'
import type { Review } from '../site/other-plugins.ts'
import type { View } from '../site/view.ts'
import { absolute } from './absolute.ts'

/** Data for search engines (https://schema.org). Browsers do not run it. */
export const structuredData = (data: object): Markup =>
  html`<script type="application/ld+json">${rawHtml(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`

export const organisationData = ({ shopName, url, theme: { logo } }: View): object => ({
  ...{ '@context': 'https://schema.org', '@type': 'Organization', name: shopName, url: url.origin },
  ...(logo && { logo: absolute(logo.url, url) }),
})

/** @param reviews The reviews in the page. */
export function productData(view: View, product: Product, reviews: readonly Review[] = []): object {
  const { url, path } = view
  const { title, description, subtitle, thumbnail, images = [], material, variants = [], handle } = product
  const pictures = new Set([thumbnail, ...images.map((image) => image.url)])
  const image = [...pictures].flatMap((picture) => (picture && absolute(picture, url)) || [])
  return {
    ...{ '@context': 'https://schema.org', '@type': 'Product', name: title },
    url: url.origin + path(`/products/${handle}`),
    ...((description ?? subtitle) && { description: plainText(description ?? subtitle ?? '') }),
    ...(image.length > 0 && { image }),
    ...(material && { material }),
    offers: variants.flatMap((variant) => offerData(view, product, variant) ?? []),
    ...reviewData(view, product, reviews),
  }
}

/** Search engines refuse an average without reviews. */
function reviewData({ texts }: View, product: Product, reviews: readonly Review[]): object {
  const found = ratingOf(product)
  if (!found) return {}
  const rating = (value: number) => ({ ratingValue: Math.round(value * 100) / 100, bestRating: BEST })
  return {
    aggregateRating: { '@type': 'AggregateRating', ...rating(found.average), reviewCount: found.count },
    ...(reviews.length > 0 && {
      review: reviews.map(({ rating: value, text, author, created_at }) => ({
        ...{ '@type': 'Review', reviewRating: { '@type': 'Rating', ...rating(value) }, reviewBody: text },
        author: { '@type': 'Person', name: author || texts.reviews.customer },
        datePublished: new Date(created_at).toISOString().slice(0, 10),
      })),
    }),
  }
}

function offerData(view: View, { handle }: Product, variant: Variant): object | undefined {
  const { url, path, format, market } = view
  const price = priceOf(view, variant)
  if (!price) return undefined
  return {
    '@type': 'Offer',
    name: variant.title,
    ...(variant.sku && { sku: variant.sku }),
    ...(variant.ean && { gtin13: variant.ean }),
    price: format.writeMoney(price.amount),
    priceCurrency: market.region.currency_code.toUpperCase(),
    availability: `https://schema.org/${isInStock(variant) ? 'InStock' : 'OutOfStock'}`,
    url: `${url.origin}${path(`/products/${handle}`)}?variant=${encodeURIComponent(variant.id)}`,
  }
}

/** The way from the start to a page, without the page itself. */
export const breadcrumbData = ({ url }: View, steps: readonly { name: string; path: string }[]): object => ({
  ...{ '@context': 'https://schema.org', '@type': 'BreadcrumbList' },
  itemListElement: steps.map(({ name, path }, i) => ({
    ...{ '@type': 'ListItem', position: i + 1, name, item: url.origin + path },
  })),
})
