import { z } from 'zod'
import { REFUND_REASONS } from '#entities/cart/payment/refund.ts'
import { capturePart, capturePayment } from '#entities/orders/order/capture-order.ts'
import { refundPayment } from '#entities/orders/order/refund-order.ts'
import { rest } from '../context/meta.ts'
import { Amount, notEmpty } from '../inputs/common.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AdminPayment } from '../resources/admin-payment.ts'
import { RefundResource } from '../resources/payment.ts'

const paymentAnswer = rowAnswer(
  'payment',
  { resource: AdminPayment, withDeleted: true },
  (id) => `Payment with id ${id} was not found`,
)

export const payments = router({
  get: adminGet(paymentAnswer, rest('GET', '/payments/{id}', 'Retrieve a payment')),

  capture: adminProcedure
    .meta(rest('POST', '/payments/{id}/capture', 'Capture a payment', { manualTransactions: true }))
    .input(
      z.strictObject({
        id: z.string(),
        /** In minor units. The rest of the payment is released. Default: the open cost of the order. */
        amount: Amount.min(1).nullish(),
      }),
    )
    .output(paymentAnswer.response)
    .mutation(async ({ ctx, input: { id, amount } }) => {
      if (amount == null) await capturePayment(ctx.em, ctx.providers.payment, id)
      else await capturePart(ctx.em, ctx.providers.payment, { id, amount })
      return paymentAnswer.read(ctx, id, {})
    }),

  refund: adminProcedure
    .meta(rest('POST', '/payments/{id}/refund', 'Refund a payment'))
    .input(
      z.strictObject({
        id: z.string(),
        amount: z.int().check(notEmpty),
        reason: z.enum(REFUND_REASONS).check(z.minLength(1)),
        note: z.string().nullish(),
      }),
    )
    .output(responseSchema({ refund: RefundResource }))
    .mutation(async ({ ctx, input }) => {
      const { id } = await refundPayment(ctx.em, ctx.providers.payment, input)
      const refund = await readRow(ctx.em, {}, { resource: RefundResource, where: [{ id }] })
      return { refund: refund as z.output<typeof RefundResource> }
    }),
})
