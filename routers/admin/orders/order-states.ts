import { z } from 'zod'
import { archiveOrder } from '#entities/orders/order/archive-order.ts'
import { cancelOrder } from '#entities/orders/order/cancel-order.ts'
import { completeOrder } from '#entities/orders/order/complete-order.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { assertSelection, orderInput, orderResponse, readAdminOrder } from './read-order.ts'

export const orderStates = router({
  complete: adminProcedure
    .meta(rest('POST', '/orders/{id}/complete', 'Complete an order'))
    .input(z.strictObject(orderInput))
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await completeOrder(ctx.em, input.id)
      await ctx.em.flush()
      return readAdminOrder(ctx.em, input.id, input)
    }),

  archive: adminProcedure
    .meta(rest('POST', '/orders/{id}/archive', 'Archive an order'))
    .input(z.strictObject(orderInput))
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await archiveOrder(ctx.em, input.id)
      await ctx.em.flush()
      return readAdminOrder(ctx.em, input.id, input)
    }),

  cancel: adminProcedure
    .meta(rest('POST', '/orders/{id}/cancel', 'Cancel an order'))
    .input(z.strictObject(orderInput))
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await cancelOrder(ctx.em, ctx.providers.payment, input.id)
      await ctx.em.flush()
      return readAdminOrder(ctx.em, input.id, input)
    }),
})
