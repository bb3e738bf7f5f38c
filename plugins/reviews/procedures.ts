import type { EntityManager } from '@mikro-orm/postgresql'
import {
  adminList,
  adminMutation,
  Customer,
  customerMutation,
  equalTo,
  insertRow,
  LineItem,
  lockRow,
  NotAllowed,
  openList,
  requiredText,
  rest,
  router,
  rowAnswer,
} from 'cartwright'
import { z } from 'zod'
import { decideReview } from './decide-review.ts'
import { AdminReview, ReviewResource } from './resources.ts'
import { REVIEW_STATUSES, Review } from './review.ts'

const filters = {
  product_id: z.string().optional(),
  customer_id: z.string().optional(),
  status: z.enum(REVIEW_STATUSES).optional(),
}
const Decision = z.strictObject({ id: z.string(), status: z.enum(['approved', 'rejected']) })

export const admin = router({
  list: adminList('reviews', AdminReview, filters)
    .meta(rest('GET', '/reviews', 'List reviews'))
    .query(({ input: { product_id, customer_id, status } }) => [equalTo({ product_id, customer_id, status })]),

  decide: adminMutation(rowAnswer('review', AdminReview))(Decision)
    .meta(rest('POST', '/reviews/{id}', 'Approve or reject a review', { locksSharedRows: true }))
    .mutation(({ ctx, input: { id, status } }) => decideReview(ctx.em, id, status)),
})

const NewReview = z.strictObject({
  product_id: z.string(),
  rating: z.int().min(1).max(5),
  text: requiredText.max(5000),
})

export const store = router({
  list: openList('reviews', ReviewResource, { product_id: z.string() })
    .meta(rest('GET', '/reviews', 'List the approved reviews of a product', { allowsStaleReads: true }))
    .query(({ input: { product_id } }) => [{ product_id, status: 'approved', product: { status: 'published' } }]),

  create: customerMutation(rowAnswer('review', ReviewResource))(NewReview)
    .meta(rest('POST', '/reviews', 'Review a product that the current customer bought'))
    .mutation(({ ctx, input }) => createReview(ctx.em, { ...input, customer_id: ctx.customer_id })),
})

/** @throws NotAllowed if the customer did not buy the product or has reviewed it. */
async function createReview(em: EntityManager, values: z.output<typeof NewReview> & { customer_id: string }) {
  const { product_id, customer_id } = values
  // Two requests of one customer for one product must not both find no review.
  await lockRow(em, Customer, { id: customer_id })
  const bought = { variant: { product_id }, order: { customer_id, status: { $ne: 'canceled' } } } as const
  if ((await em.count(LineItem, bought)) === 0)
    throw new NotAllowed('Only customers with an order of the product can review it')
  if ((await em.count(Review, { product_id, customer_id })) > 0)
    throw new NotAllowed('You have already reviewed this product')
  return insertRow(em, Review, values)
}
