import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { REFUND_REASONS } from '#entities/cart/payment/refund.ts'
import { NotFound } from '#entities/errors.ts'
import { capturePayment } from '#entities/orders/order/capture-order.ts'
import { refundPayment } from '#entities/orders/order/refund-order.ts'
import { notEmpty } from '../inputs/common.ts'
import { selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import type { SelectionInput } from '../reading/selection.ts'
import { AdminPayment } from '../resources/admin-payment.ts'
import { RefundResource } from '../resources/payment.ts'
import { adminProcedure, router } from '../trpc.ts'

const paymentResponse = responseSchema({ payment: AdminPayment })

export const payments = router({
  get: adminProcedure
    .meta(rest('GET', '/payments/{id}', 'Retrieve a payment'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(paymentResponse)
    .query(({ ctx, input }) => readPayment(ctx.em, input)),

  capture: adminProcedure
    .meta(rest('POST', '/payments/{id}/capture', 'Capture a payment', { manualTransactions: true }))
    .input(z.strictObject({ id: z.string() }))
    .output(paymentResponse)
    .mutation(async ({ ctx, input }) => {
      await capturePayment(ctx.em, ctx.providers.payment, input.id)
      return readPayment(ctx.em, input)
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

async function readPayment(
  em: EntityManager,
  { id, ...selection }: SelectionInput & { id: string },
): Promise<z.output<typeof paymentResponse>> {
  const view = { resource: AdminPayment, withDeleted: true }
  const payment = await readRow(em, selection, { ...view, where: [{ id }] })
  if (!payment) throw new NotFound(`Payment with id ${id} was not found`)
  return { payment }
}
