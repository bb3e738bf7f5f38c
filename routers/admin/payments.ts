import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { capturePayment } from '#entities/order/capture-order.ts'
import { refundPayment } from '#entities/order/refund-order.ts'
import { Payment } from '#entities/payment/payment.ts'
import { REFUND_REASONS, Refund } from '#entities/payment/refund.ts'
import { rest } from '../meta.ts'
import { readRow } from '../schemas/list.ts'
import { selecting } from '../schemas/query.ts'
import { answer } from '../schemas/resource.ts'
import { AdminPayment } from '../schemas/resources/admin-payment.ts'
import { RefundResource } from '../schemas/resources/payment.ts'
import type { Wanted } from '../schemas/selection.ts'
import { adminProcedure, router } from '../trpc.ts'

const withPayment = answer({ payment: AdminPayment })

export const payments = router({
  get: adminProcedure
    .meta(rest('GET', '/payments/{id}', 'Read a payment'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withPayment)
    .query(({ ctx, input }) => readPayment(ctx.em, input)),

  capture: adminProcedure
    .meta(rest('POST', '/payments/{id}/capture', 'Take the money of a payment', { transactions: 'own' }))
    .input(z.strictObject({ id: z.string() }))
    .output(withPayment)
    .mutation(async ({ ctx, input }) => {
      await capturePayment(ctx.em, ctx.providers.payment, input.id)
      return readPayment(ctx.em, input)
    }),

  refund: adminProcedure
    .meta(rest('POST', '/payments/{id}/refund', 'Give money of a payment back'))
    .input(
      z.strictObject({
        id: z.string(),
        amount: z.int(),
        reason: z.enum(REFUND_REASONS),
        note: z.string().nullish(),
      }),
    )
    .output(answer({ refund: RefundResource }))
    .mutation(async ({ ctx, input }) => {
      const { id } = await refundPayment(ctx.em, ctx.providers.payment, input)
      const refund = await readRow(ctx.em, {}, { entity: Refund, resource: RefundResource, where: [{ id }] })
      return { refund: refund as z.output<typeof RefundResource> }
    }),
})

async function readPayment(
  em: EntityManager,
  { id, ...wanted }: Wanted & { id: string },
): Promise<z.output<typeof withPayment>> {
  const view = { entity: Payment, resource: AdminPayment, withDeleted: true }
  const payment = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!payment) throw new NotFound(`Payment with id ${id} was not found`)
  return { payment }
}
