import { z } from 'zod'
import { archiveOrder } from '#entities/orders/order/archive-order.ts'
import { cancelOrder } from '#entities/orders/order/cancel-order.ts'
import { completeOrder } from '#entities/orders/order/complete-order.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { assertSelection, orderInput, orderResponse, readAdminOrder } from './read-order.ts'

export const orderStates = router({
  complete: adminProcedure
    .meta(rest('POST', '/orders/{id}/complete', 'Say that there is nothing left to do for an order'))
    .input(z.strictObject(orderInput))
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await completeOrder(ctx.em, input.id)
      await ctx.em.flush()
      return readAdminOrder(ctx.em, input.id, input)
    }),

  archive: adminProcedure
    .meta(rest('POST', '/orders/{id}/archive', 'Put a completed order away'))
    .input(z.strictObject(orderInput))
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await archiveOrder(ctx.em, input.id)
      await ctx.em.flush()
      return readAdminOrder(ctx.em, input.id, input)
    }),

  cancel: adminProcedure
    .meta(rest('POST', '/orders/{id}/cancel', 'Undo an order: its goods, its payments, its gift cards'))
    .input(z.strictObject(orderInput))
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await cancelOrder(ctx.em, ctx.providers.payment, input.id)
      await ctx.em.flush()
      return readAdminOrder(ctx.em, input.id, input)
    }),
})
