import { z } from 'zod'
import { createDraftOrder } from '#entities/draft-order/create-draft-order.ts'
import { deleteDraftOrder } from '#entities/draft-order/delete-draft-order.ts'
import { DRAFT_ORDER_STATUSES } from '#entities/draft-order/draft-order.ts'
import { payDraftOrder } from '#entities/draft-order/pay-draft-order.ts'
import { updateDraftOrder } from '#entities/draft-order/update-draft-order.ts'
import { NotAllowed } from '#entities/errors.ts'
import { rest } from '../../meta.ts'
import { deleted } from '../../schemas/common.ts'
import { type Condition, equal, search, within } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { dateFilter, ordering, paging, queryOneOrMany, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { showAdminOrder, withOrder } from '../orders/read-order.ts'
import { draftChanges, newDraft } from './inputs.ts'
import { fillAdjustments, readDraft, view, withDraft } from './read-draft-order.ts'
import { ListedDraftOrder } from './resources.ts'

const filters = {
  q: z.string().optional(),
  status: queryOneOrMany(z.enum(DRAFT_ORDER_STATUSES)).optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const crud = router({
  list: adminProcedure
    .meta(rest('GET', '/draft-orders', 'List the draft orders', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('draft_orders', ListedDraftOrder))
    .query(async ({ ctx, input }) => {
      const { q, status, created_at, updated_at } = input
      const where = [mentions(q), equal({ status }), within({ created_at, updated_at })]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      await fillAdjustments(ctx.em, rows)
      return { draft_orders: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/draft-orders/{id}', 'Read a draft order with its cart'))
    .input(z.strictObject({ id: z.string() }))
    .output(withDraft)
    .query(({ ctx, input }) => readDraft(ctx.em, input.id)),

  create: adminProcedure
    .meta(rest('POST', '/draft-orders', 'Draft an order for a customer'))
    .input(z.strictObject(newDraft))
    .output(withDraft)
    .mutation(async ({ ctx, input: { status, ...draft } }) => {
      if (status === 'completed') throw new NotAllowed('A draft order is completed by paying it')
      const { id } = await createDraftOrder(ctx.em, ctx.providers.fulfillment, draft)
      await ctx.em.flush()
      return readDraft(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/draft-orders/{id}', 'Change a draft order'))
    .input(z.strictObject({ id: z.string(), ...draftChanges }))
    .output(withDraft)
    .mutation(async ({ ctx, input }) => {
      await updateDraftOrder(ctx.em, ctx.providers.payment, input)
      await ctx.em.flush()
      return readDraft(ctx.em, input.id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/draft-orders/{id}', 'Delete a draft order that is open'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteDraftOrder(ctx.em, id)
      return { id, object: 'draft-order', deleted: true }
    }),

  pay: adminProcedure
    .meta(rest('POST', '/draft-orders/{id}/pay', 'Make an order of a draft, as paid'))
    .input(z.strictObject({ id: z.string() }))
    .output(withOrder)
    .mutation(async ({ ctx, input }) => {
      const order_id = await payDraftOrder(ctx.em, input.id)
      await ctx.em.flush()
      return showAdminOrder(ctx.em, order_id, {})
    }),
})

/** The text occurs in the e-mail of the draft, or is its number. */
function mentions(text: string | undefined): Condition | undefined {
  const byEmail = search(text, ['cart.email'])
  return byEmail && /^\d{1,9}$/.test(text!) ? { $or: [byEmail, { display_id: Number(text) }] } : byEmail
}
