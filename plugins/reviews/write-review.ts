import type { EntityManager } from '@mikro-orm/postgresql'
import { Customer, deleteRow, insertRow, LineItem, lockRow, NotAllowed, NotFound } from 'cartwright'
import { updateRating } from './decide-review.ts'
import { Review } from './review.ts'

interface Place {
  product_id: string
  customer_id: string
}

export interface NewReview extends Place {
  rating: number
  text: string
  author?: string | null | undefined
}

/** Whether the customer has an order of the product. */
export async function hasBought(em: EntityManager, { product_id, customer_id }: Place): Promise<boolean> {
  const bought = { variant: { product_id }, order: { customer_id, status: { $ne: 'canceled' } } } as const
  return (await em.count(LineItem, bought)) > 0
}

/** @throws NotAllowed if the customer did not buy the product or has reviewed it. */
export async function createReview(em: EntityManager, { product_id, customer_id, ...values }: NewReview) {
  // Two requests of one customer for one product must not both find no review.
  await lockRow(em, Customer, { id: customer_id })
  const place = { product_id, customer_id }
  if (!(await hasBought(em, place))) throw new NotAllowed('Only customers with an order of the product can review it')
  if ((await em.count(Review, place)) > 0) throw new NotAllowed('You have already reviewed this product')
  return insertRow(em, Review, { ...place, ...values })
}

/** @throws NotFound if the customer has no such review. */
export async function deleteReview(em: EntityManager, where: { id: string; customer_id: string }): Promise<void> {
  const review = await lockRow(em, Review, where)
  if (!review) throw new NotFound(`Review with id: ${where.id} was not found`)
  deleteRow(em, review)
  await em.flush()
  if (review.status === 'approved') await updateRating(em, review.product_id)
}
