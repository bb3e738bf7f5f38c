import { z } from 'zod'
import { payDraftOrder } from '#entities/checkout/pay-draft-order.ts'
import { NotAllowed } from '#entities/errors.ts'
import { createDraftOrder } from '#entities/orders/draft-order/create-draft-order.ts'
import { deleteDraftOrder } from '#entities/orders/draft-order/delete-draft-order.ts'
import { COPIED_PRICES, draftFromOrder, OMITTED_REASONS } from '#entities/orders/draft-order/draft-from-order.ts'
import { DRAFT_ORDER_STATUSES, DraftOrder } from '#entities/orders/draft-order/draft-order.ts'
import { updateDraftOrder } from '#entities/orders/draft-order/update-draft-order.ts'
import { selectTaggedIds } from '#entities/platform/tag/find-tags.ts'
import { normalizeTag } from '#entities/platform/tag/tag-names.ts'
import { rest } from '../../context/meta.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { hasTag } from '../../filters/tag-conditions.ts'
import { dateFilter, queryOneOrMany } from '../../inputs/query.ts'
import { tagFilter } from '../../inputs/tags.ts'
import { changeTagsOf } from '../../procedures/change-tags-of.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { adminDeletion } from '../../procedures/row-mutation.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { type Condition, equalTo, inRange, searchPattern, searchText } from '../../reading/conditions.ts'
import { orderAnswer } from '../orders/read-order.ts'
import { draftOrderChangeFields, newDraftOrderFields } from './draft-order-inputs.ts'
import { draftOrderAnswer, draftOrderMutation, draftOrderReadOptions } from './read-draft-order.ts'

/** A line of the order that the draft order lacks. */
const OmittedLine = z.object({ title: z.string(), quantity: z.int(), reason: z.enum(OMITTED_REASONS) })

const filters = {
  q: z.string().optional(),
  status: queryOneOrMany(z.enum(DRAFT_ORDER_STATUSES)).optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  tags: tagFilter,
}

export const draftOrderCrud = router({
  list: adminList('draft_orders', draftOrderReadOptions, filters, { pageSize: 50, fields: 'draft_order' })
    .meta(rest('GET', '/draft-orders', 'List draft orders', { allowsStaleReads: true }))
    .query(({ input: { q, status, created_at, updated_at, tags } }) => [
      searchDraftOrders(q),
      equalTo({ status }),
      hasTag(tags),
      inRange({ created_at, updated_at }),
    ]),

  get: adminGet(draftOrderAnswer, rest('GET', '/draft-orders/{id}', 'Retrieve a draft order'), {}),

  create: draftOrderMutation(withFields(['draft_order', 'admin'], newDraftOrderFields))
    .meta(rest('POST', '/draft-orders', 'Create a draft order'))
    .mutation(async ({ ctx, input: { status, ...draft } }) => {
      assertNotCompleted(status)
      return createDraftOrder(ctx.em, ctx.providers.fulfillment, draft)
    }),

  createFromOrder: adminProcedure
    .meta(rest('POST', '/draft-orders/from-order', 'Create a draft order like an order'))
    .input(z.strictObject({ order_id: z.string(), prices: z.enum(COPIED_PRICES).default('current') }))
    .output(draftOrderAnswer.response.extend({ omitted: z.array(OmittedLine) }))
    .mutation(async ({ ctx, input }) => {
      const { draft, omitted } = await draftFromOrder(ctx.em, ctx.providers.fulfillment, input)
      await ctx.em.flush()
      return { ...(await draftOrderAnswer.read(ctx, draft.id, {})), omitted }
    }),

  changeTags: changeTagsOf('draft_order', DraftOrder),

  update: draftOrderMutation(withFields(['draft_order', 'admin'], { id: z.string(), ...draftOrderChangeFields }))
    .meta(rest('POST', '/draft-orders/{id}', 'Update a draft order'))
    .mutation(({ ctx, input }) => updateDraftOrder(ctx.em, ctx.providers, input)),

  delete: adminDeletion('draft-order')
    .meta(rest('DELETE', '/draft-orders/{id}', 'Delete an open draft order'))
    .mutation(({ ctx, input: { id } }) => deleteDraftOrder(ctx.em, id)),

  pay: adminProcedure
    .meta(rest('POST', '/draft-orders/{id}/pay', 'Mark a draft order as paid and create its order'))
    .input(z.strictObject({ id: z.string() }))
    .output(orderAnswer.response)
    .mutation(async ({ ctx, input }) => {
      const order_id = await payDraftOrder(ctx.em, input.id)
      await ctx.em.flush()
      return orderAnswer.read(ctx, order_id, {})
    }),
})

function assertNotCompleted(status: (typeof DRAFT_ORDER_STATUSES)[number] | null | undefined): void {
  if (status === 'completed')
    throw new NotAllowed('A draft order cannot be completed directly. Pay it with POST /admin/draft-orders/{id}/pay.')
}

const DISPLAY_ID = /^\d{1,9}$/

function searchDraftOrders(text: string | undefined): Condition | undefined {
  const hasEmail = searchText(text, ['cart.email'])
  if (!hasEmail || !text) return undefined
  const tagged = { id: { $in: selectTaggedIds('draft_order', searchPattern(normalizeTag(text))) } }
  return { $or: [hasEmail, tagged, ...(DISPLAY_ID.test(text) ? [{ display_id: Number(text) }] : [])] }
}
