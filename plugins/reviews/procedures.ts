import type { EntityManager } from '@mikro-orm/postgresql'
import {
  adminMutation,
  adminProcedure,
  Customer,
  customerProcedure,
  equalTo,
  insertRow,
  LineItem,
  listResponseSchema,
  listRows,
  lockRow,
  NotAllowed,
  NotFound,
  openProcedure,
  orderParams,
  pagingParams,
  readRow,
  requiredText,
  responseSchema,
  rest,
  router,
  selectionParams,
  storePaging,
} from 'cartwright'
import { z } from 'zod'
import { decideReview } from './decide-review.ts'
import { AdminReview, ReviewResource } from './resources.ts'
import { REVIEW_STATUSES, Review } from './review.ts'

const reviewResponse = responseSchema({ review: AdminReview })
const reviewMutation = adminMutation({ response: reviewResponse, read: readReview })

const filters = {
  product_id: z.string().optional(),
  customer_id: z.string().optional(),
  status: z.enum(REVIEW_STATUSES).optional(),
}

export const admin = router({
  list: adminProcedure
    .meta(rest('GET', '/reviews', 'List reviews'))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('reviews', AdminReview))
    .query(async ({ ctx, input }) => {
      const { product_id, customer_id, status } = input
      const where = [equalTo({ product_id, customer_id, status })]
      const { rows, ...page } = await listRows(ctx.em, input, { resource: AdminReview, where })
      return { reviews: rows, ...page }
    }),

  approve: reviewMutation(z.strictObject({ id: z.string() }))
    .meta(rest('POST', '/reviews/{id}/approve', 'Approve a review', { locksSharedRows: true }))
    .mutation(({ ctx, input }) => decideReview(ctx.em, input.id, 'approved')),

  reject: reviewMutation(z.strictObject({ id: z.string() }))
    .meta(rest('POST', '/reviews/{id}/reject', 'Reject a review', { locksSharedRows: true }))
    .mutation(({ ctx, input }) => decideReview(ctx.em, input.id, 'rejected')),
})

async function readReview({ em }: { em: EntityManager }, id: string): Promise<z.output<typeof reviewResponse>> {
  const review = await readRow(em, {}, { resource: AdminReview, where: [{ id }] })
  if (!review) throw new NotFound(`Review with id: ${id} was not found`)
  return { review }
}

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
