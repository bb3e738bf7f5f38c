import type { EntityManager } from '@mikro-orm/postgresql'
import {
  adminMutation,
  adminProcedure,
  equalTo,
  listResponseSchema,
  listRows,
  NotFound,
  orderParams,
  pagingParams,
  readRow,
  responseSchema,
  rest,
  router,
  selectionParams,
} from 'cartwright'
import { z } from 'zod'
import { decideReview } from './decide-review.ts'
import { AdminReview } from './resources.ts'
import { REVIEW_STATUSES } from './review.ts'

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
