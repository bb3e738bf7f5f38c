import {
  adminList,
  adminMutation,
  customerDeletion,
  customerMutation,
  customerProcedure,
  equalTo,
  openList,
  readRow,
  requiredText,
  responseSchema,
  rest,
  router,
  rowAnswer,
} from 'cartwright'
import { z } from 'zod'
import { decideReview } from './decide-review.ts'
import { AdminReview, OwnReview, ReviewResource } from './resources.ts'
import { REVIEW_STATUSES } from './review.ts'
import { createReview, deleteReview, hasBought } from './write-review.ts'

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
  author: requiredText.max(80).nullish(),
})

const OwnAnswer = responseSchema({ review: OwnReview.nullable(), may_review: z.boolean() })

export const store = router({
  list: openList('reviews', ReviewResource, { product_id: z.string() })
    .meta(rest('GET', '/reviews', 'List the approved reviews of a product', { allowsStaleReads: true }))
    .query(({ input: { product_id } }) => [{ product_id, status: 'approved', product: { status: 'published' } }]),

  getOwn: customerProcedure
    .meta(rest('GET', '/reviews/own', 'Retrieve the review of the current customer for a product'))
    .input(z.strictObject({ product_id: z.string() }))
    .output(OwnAnswer)
    .query(async ({ ctx: { em, customer_id }, input: { product_id } }) => {
      const place = { product_id, customer_id }
      const review = await readRow(em, {}, { resource: OwnReview, where: [place] })
      return { review, may_review: review === null && (await hasBought(em, place)) }
    }),

  create: customerMutation(rowAnswer('review', ReviewResource))(NewReview)
    .meta(rest('POST', '/reviews', 'Review a product that the current customer bought'))
    .mutation(({ ctx, input }) => createReview(ctx.em, { ...input, customer_id: ctx.customer_id })),

  deleteOwn: customerDeletion('review')
    .meta(rest('DELETE', '/reviews/{id}', 'Delete a review of the current customer', { locksSharedRows: true }))
    .mutation(({ ctx: { em, customer_id }, input: { id } }) => deleteReview(em, { id, customer_id })),
})
