import { NotFound } from 'cartwright'
import type { Product } from '../api.ts'
import type { Review } from '../site/other-plugins.ts'
import type { Visit } from '../site/visit.ts'

export const REVIEWS_OF_PAGE = 5

/** A page of the reviews of a product. */
export interface ShownReviews {
  reviews: readonly Review[]
  count: number
  page: number
}

/** The newest reviews, or undefined if the shop has no reviews. @throws NotFound for a page after the last one. */
export async function readReviews(
  { store }: Pick<Visit, 'store'>,
  { id: product_id }: Pick<Product, 'id'>,
  page: number,
): Promise<ShownReviews | undefined> {
  const span = { limit: REVIEWS_OF_PAGE, offset: (page - 1) * REVIEWS_OF_PAGE, order: '-created_at' }
  const found = await store.reviews?.list({ product_id, ...span })
  if (!found) return undefined
  const { reviews, count } = found
  if (page > 1 && reviews.length === 0) throw new NotFound('This product has no such page of reviews')
  return { reviews, count: count ?? 0, page }
}
