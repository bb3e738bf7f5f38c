import type { EntityManager } from '@mikro-orm/postgresql'
import {
  Customer,
  customerProcedure,
  insertRow,
  LineItem,
  listResponseSchema,
  listRows,
  lockRow,
  NotAllowed,
  openProcedure,
  orderParams,
  requiredText,
  rest,
  router,
  storePaging,
} from 'cartwright'
import { z } from 'zod'
import { ReviewResource } from './resources.ts'
import { Review } from './review.ts'

const NewReview = z.strictObject({
  product_id: z.string(),
  rating: z.int().min(1).max(5),
  text: requiredText.max(5000),
})

export const store = router({
  list: openProcedure
    .meta(rest('GET', '/reviews', 'List the approved reviews of a product', { allowsStaleReads: true }))
    .input(z.strictObject({ ...storePaging(20), ...orderParams, product_id: z.string() }))
    .output(listResponseSchema('reviews', ReviewResource))
    .query(async ({ ctx, input }) => {
      const where = [{ product_id: input.product_id, status: 'approved', product: { status: 'published' } }]
      const { rows, ...page } = await listRows(ctx.em, input, { resource: ReviewResource, where })
      return { reviews: rows, ...page }
    }),

  create: customerProcedure
    .meta(rest('POST', '/reviews', 'Review a product that the current customer bought'))
    .input(NewReview)
    .output(z.object({ id: z.string(), status: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { id, status } = await createReview(ctx.em, { ...input, customer_id: ctx.customer_id })
      return { id, status }
    }),
})

/** @throws NotAllowed if the customer did not buy the product or has reviewed it. */
async function createReview(em: EntityManager, facts: z.output<typeof NewReview> & { customer_id: string }) {
  const { product_id, customer_id } = facts
  // Two requests of one customer for one product must not both find no review.
  await lockRow(em, Customer, { id: customer_id })
  const bought = { variant: { product_id }, order: { customer_id, status: { $ne: 'canceled' } } } as const
  if ((await em.count(LineItem, bought)) === 0)
    throw new NotAllowed('Only customers with an order of the product can review it')
  if ((await em.count(Review, { product_id, customer_id })) > 0)
    throw new NotAllowed('You have already reviewed this product')
  return insertRow(em, Review, facts)
}
