import { html, type Markup } from 'cartwright'
import type { Product } from '../api.ts'
import type { View } from '../site/view.ts'

export const BEST = 5

/** The average of the reviews of a product, or undefined without one. */
export function ratingOf(product: Product): { average: number; count: number } | undefined {
  if (!('rating' in product && 'review_count' in product)) return undefined
  const { rating: average, review_count: count } = product
  return typeof average === 'number' && typeof count === 'number' && count > 0 ? { average, count } : undefined
}

/** A number of stars, in halves. */
export const stars = ({ texts, format }: View, rating: number): Markup =>
  html`<span class="stars stars-${Math.round(rating * 2)}" role="img" aria-label="${texts.reviews.stars(format.number(rounded(rating)), BEST)}"></span>`

const rounded = (rating: number): number => Math.round(rating * 10) / 10

/** The average of a product in a list. A product without reviews shows none. */
export function rating(view: View, product: Product): Markup | false {
  const found = ratingOf(product)
  return (
    found !== undefined &&
    html`<p class="rating">${stars(view, found.average)} <span class="soft">${view.format.number(found.count)}</span></p>`
  )
}
