import { z } from 'zod'
import { cancelEdit } from '#entities/orders/order-edit/cancel-edit.ts'
import { confirmEdit } from '#entities/orders/order-edit/confirm-edit.ts'
import { requestEdit } from '#entities/orders/order-edit/request-edit.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { orderEditResponse, readOrderEdit } from './read-order-edit.ts'

const editInput = z.strictObject({ id: z.string() })

export const orderEditStates = router({
  requestConfirmation: adminProcedure
    .meta(rest('POST', '/order-edits/{id}/request', 'Request the confirmation of an order edit'))
    .input(editInput.extend({ payment_collection_description: z.string().nullish() }))
    .output(orderEditResponse)
    .mutation(async ({ ctx, input }) => {
      await requestEdit(ctx.em, { ...input, by: ctx.user.id })
      await ctx.em.flush()
      return readOrderEdit(ctx.em, input.id)
    }),

  cancel: adminProcedure
    .meta(rest('POST', '/order-edits/{id}/cancel', 'Cancel an order edit'))
    .input(editInput)
    .output(orderEditResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await cancelEdit(ctx.em, ctx.providers.payment, { id, by: ctx.user.id })
      await ctx.em.flush()
      return readOrderEdit(ctx.em, id)
    }),

  confirm: adminProcedure
    .meta(rest('POST', '/order-edits/{id}/confirm', 'Confirm an order edit'))
    .input(editInput)
    .output(orderEditResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await confirmEdit(ctx.em, { id, by: ctx.user.id })
      await ctx.em.flush()
      return readOrderEdit(ctx.em, id)
    }),
})
