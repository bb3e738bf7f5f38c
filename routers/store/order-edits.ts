import { z } from 'zod'
import { completeEdit } from '#entities/orders/order-edit/complete-edit.ts'
import { declineEdit } from '#entities/orders/order-edit/decline-edit.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { openGet } from '../procedures/row-get.ts'
import { openMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { EDIT_RELATIONS, editDefaults, StoreOrderEdit } from '../resources/order-edit.ts'

/* The ID of an edit is a secret of its customer. A caller with the ID may read the edit and accept or decline it. */

/** None of these relations may lead to private data of the shop. */
const allowed = [
  ...EDIT_RELATIONS,
  'items.variant.product',
  'changes.line_item.adjustments',
  'changes.line_item.tax_lines',
  'changes.original_line_item.adjustments',
  'changes.original_line_item.tax_lines',
  'payment_collection.region',
  'payment_collection.currency',
  'payment_collection.payment_sessions',
]

const storeEditReadOptions = {
  resource: StoreOrderEdit,
  withDeleted: true,
  defaults: { ...editDefaults(StoreOrderEdit), allowed, strictFields: true },
}

const storeOrderEditAnswer = rowAnswer(
  'order_edit',
  storeEditReadOptions,
  (id) => `Order edit with id ${id} was not found`,
)
const orderEditMutation = openMutation(storeOrderEditAnswer)

export const orderEdits = router({
  get: openGet(storeOrderEditAnswer, rest('GET', '/order-edits/{id}', 'Retrieve an order edit')),

  complete: orderEditMutation(z.strictObject({ id: z.string() }))
    .meta(rest('POST', '/order-edits/{id}/complete', 'Accept an order edit'))
    .mutation(({ ctx, input: { id } }) => completeEdit(ctx.em, { id, by: respondentId(ctx) })),

  decline: orderEditMutation(z.strictObject({ id: z.string(), declined_reason: z.string().nullish() }))
    .meta(rest('POST', '/order-edits/{id}/decline', 'Decline an order edit'))
    .mutation(({ ctx, input: { id, declined_reason } }) =>
      declineEdit(ctx.em, ctx.providers.payment, { id, by: respondentId(ctx), reason: declined_reason }),
    ),
})

const respondentId = ({ customer_id, user }: ProcedureContext): string | null => customer_id ?? user?.id ?? null
