import type { EntityManager } from '@mikro-orm/postgresql'
import { defer } from '#database/statement.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import { Refund, type RefundReason, type RefundStatus } from '#entities/cart/payment/refund.ts'
import { findPaymentProvider, type PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announceStatement } from '#entities/platform/event/announce.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'

export interface Repayment {
  /** Of an order that is locked. */
  order_id: string
  no_notification: boolean | null | undefined
  /** Of the order; default: all. */
  payments?: readonly Payment[] | undefined
  /** Minor units; nothing is given back of 0. */
  amount: number
  reason: RefundReason
  note?: string | null | undefined
}

/**
 * Gives an amount back over the payments of an order that were captured, the first one with a balance first: one refund
 * for each payment that it takes. Where the provider is asked over the network a job does that once this is committed,
 * and takes the refund back if the provider refuses it (`settle-refund.ts`). What the order becomes is for the caller to
 * say, who also flushes.
 * @throws NotAllowed where less than that was captured and not given back yet. What a local provider throws to refuse.
 */
export async function refundPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { order_id, no_notification = null, payments, amount, reason, note = null }: Repayment,
): Promise<Refund[]> {
  const parts = partsOf(payments ?? (await findOrderPayments(em, order_id)), amount)
  const refunds: Refund[] = []
  for (const { payment, part } of parts) {
    const status = await giveBack(providers, payment, part)
    payment.amount_refunded += part
    refunds.push(em.create(Refund, { order_id, payment_id: payment.id, amount: part, reason, note, status }))
  }
  const pending = refunds.filter(({ status }) => status === 'pending')
  await enqueueAll(
    em,
    'settle_refund',
    pending.map(({ id }) => ({ payload: { id }, max_attempts: MANY })),
  )
  const announcements = refunds.map(
    ({ id, payment_id }) =>
      ({
        name: 'payment.payment_refund_created',
        payload: { id, payment_id: payment_id as string, order_id, no_notification },
      }) as const,
  )
  if (refunds.length > 0) await defer(em, announceStatement(announcements))
  return refunds
}

/** Weeks: a provider that is out of order for long gives the money back in the end. */
const MANY = 100

function partsOf(payments: readonly Payment[], amount: number): { payment: Payment; part: number }[] {
  let left = amount
  const parts = payments.map((payment) => {
    const part = Math.min(left, payment.balance())
    left -= part
    return { payment, part }
  })
  if (left > 0) throw new NotAllowed('Refund amount is greater that the refundable amount')
  return parts.filter(({ part }) => part > 0)
}

async function giveBack(providers: PaymentProviders, payment: Payment, amount: number): Promise<RefundStatus> {
  const provider = findPaymentProvider(providers, payment)
  if (provider.remote) return 'pending'
  payment.data = await provider.refund(payment.data, amount)
  return 'settled'
}
