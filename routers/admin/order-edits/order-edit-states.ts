import { z } from 'zod'
import { cancelEdit } from '#entities/orders/order-edit/cancel-edit.ts'
import { confirmEdit } from '#entities/orders/order-edit/confirm-edit.ts'
import { requestEdit } from '#entities/orders/order-edit/request-edit.ts'
import { rest } from '../../context/meta.ts'
import { router } from '../../procedures/trpc.ts'
import { orderEditMutation } from './read-order-edit.ts'

const editInput = z.strictObject({ id: z.string() })

export const orderEditStates = router({
  requestConfirmation: orderEditMutation(editInput.extend({ payment_collection_description: z.string().nullish() }))
    .meta(rest('POST', '/order-edits/{id}/request', 'Request the confirmation of an order edit'))
    .mutation(({ ctx, input }) => requestEdit(ctx.em, { ...input, by: ctx.user.id })),

  cancel: orderEditMutation(editInput)
    .meta(rest('POST', '/order-edits/{id}/cancel', 'Cancel an order edit'))
    .mutation(({ ctx, input: { id } }) => cancelEdit(ctx.em, ctx.providers.payment, { id, by: ctx.user.id })),

  confirm: orderEditMutation(editInput)
    .meta(rest('POST', '/order-edits/{id}/confirm', 'Confirm an order edit'))
    .mutation(({ ctx, input: { id } }) => confirmEdit(ctx.em, { id, by: ctx.user.id })),
})
