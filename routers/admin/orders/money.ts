import { z } from 'zod'
import { captureOrder } from '#entities/order/capture-order.ts'
import { refundOrder } from '#entities/order/refund-order.ts'
import { REFUND_REASONS } from '#entities/payment/refund.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { checkSelection, orderInput, showAdminOrder, withOrder } from './read-order.ts'

export const money = router({
  capture: adminProcedure
    .meta(rest('POST', '/orders/{id}/capture', 'Take the money that was authorised', { transactions: 'own' }))
    .input(z.strictObject(orderInput))
    .output(withOrder)
    .mutation(async ({ ctx, input }) => {
      checkSelection(input)
      await captureOrder(ctx.em, ctx.providers.payment, input.id)
      return showAdminOrder(ctx.em, input.id, input)
    }),

  refund: adminProcedure
    .meta(rest('POST', '/orders/{id}/refund', 'Give money back'))
    .input(
      z.strictObject({
        ...orderInput,
        amount: z.int(),
        reason: z.enum(REFUND_REASONS),
        note: z.string().nullish(),
        no_notification: z.boolean().nullish(),
      }),
    )
    .output(withOrder)
    .mutation(async ({ ctx, input }) => {
      checkSelection(input)
      await refundOrder(ctx.em, ctx.providers.payment, input)
      await ctx.em.flush()
      return showAdminOrder(ctx.em, input.id, input)
    }),
})
