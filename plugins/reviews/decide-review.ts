import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, NotFound, Product, rowWithFields, statement } from 'cartwright'
import { fields } from './fields.ts'
import { Review } from './review.ts'

/** Approves or rejects a review, and updates the rating of the product. @throws NotFound, NotAllowed */
export async function decideReview(em: EntityManager, id: string, status: 'approved' | 'rejected'): Promise<void> {
  const review = await lockRow(em, Review, { id })
  if (!review) throw new NotFound(`Review with id: ${id} was not found`)
  review.decide(status)
  await em.flush()
  await updateRating(em, review.product_id)
}

/** Sets the rating of a product after a change of its reviews. Another change for the same product waits for the lock, so it counts this one. */
export async function updateRating(em: EntityManager, product_id: string): Promise<void> {
  const row = await lockRow(em, Product, { id: product_id }, 'no key update')
  const [approved] = await approvedReviews(em, product_id)
  if (row && approved) Object.assign(rowWithFields(row, fields.product), approved)
}

const approvedReviews = statement<{ rating: number | null; review_count: number }>(
  `select avg(rating)::float8 as rating, count(*)::int as review_count
   from review where product_id = $1 and status = 'approved'`,
)
