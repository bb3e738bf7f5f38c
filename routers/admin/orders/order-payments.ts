import { z } from 'zod'
import { REFUND_REASONS } from '#entities/cart/payment/refund.ts'
import { captureOrder } from '#entities/orders/order/capture-order.ts'
import { refundOrder } from '#entities/orders/order/refund-order.ts'
import { rest } from '../../context/meta.ts'
import { notEmpty } from '../../inputs/common.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { assertSelection, orderAnswer, orderInput, orderMutation } from './read-order.ts'

export const orderPayments = router({
  capture: adminProcedure
    .meta(rest('POST', '/orders/{id}/capture', 'Capture the payments of an order', { manualTransactions: true }))
    .input(z.strictObject(orderInput))
    .output(orderAnswer.response)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await captureOrder(ctx.em, ctx.providers.payment, input.id)
      return orderAnswer.read(ctx, input.id, input)
    }),

  refund: orderMutation(
    z.strictObject({
      ...orderInput,
      amount: z.int().check(notEmpty),
      reason: z.enum(REFUND_REASONS).check(z.minLength(1)),
      note: z.string().nullish(),
      no_notification: z.boolean().nullish(),
      /** The kind of balance that gets the money instead of the payments. */
      balance: z.string().nullish(),
    }),
  )
    .meta(rest('POST', '/orders/{id}/refund', 'Refund an order'))
    .mutation(({ ctx, input }) => refundOrder(ctx.em, ctx.providers.payment, input)),
})
