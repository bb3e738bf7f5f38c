import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { Refund, type RefundReason, type RefundStatus } from '#entities/cart/payment/refund.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announceStatement } from '#entities/platform/event/announce.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { Step } from '#entities/platform/step/step.ts'
import type { Order } from '../order/order.ts'
import { inRefundOrder } from './in-refund-order.ts'
import { refundToAccount, returnToBalance } from './return-to-balance.ts'

export interface Repayment {
  order: Row<Order>
  no_notification: boolean | null | undefined
  /** Default: all payments of the order. */
  payments?: readonly Row<Payment>[] | undefined
  /** Minor units; 0 creates no refund. */
  amount: number
  reason: RefundReason
  note?: string | null | undefined
  /** The balance that gets the money instead of the payments. */
  account_id?: string | undefined
}

export interface OrderRefund {
  order: Row<Order>
  amount: number
  reason: RefundReason
}

export const refundOrderStep = new Step<OrderRefund, { refunds: readonly Row<Refund>[] }>({
  moment:
    'An order is refunded: by an administrator, a return, a claim, a swap or a cancellation. The provider of the payment pays after the commit if it works over the network. Its own refunds have only effects.',
  context: { order: '', amount: 'in minor units', reason: '' },
  result: { refunds: 'one for each payment' },
  fields: ['order', 'line_item'],
})

/**
 * Refunds balances as their kinds declare it, and otherwise the oldest payments first. A job calls remote providers. The caller updates
 * the order and flushes.
 */
export async function refundPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { order, no_notification = null, payments, amount, reason, note = null, account_id }: Repayment,
): Promise<Row<Refund>[]> {
  const { id: order_id } = order
  const refundable = inRefundOrder(em, payments ?? (await findOrderPayments(em, order_id)))
  const shares = splitByBalance(refundable, amount)
  if (shares.length > 0) await refundOrderStep.assertAllowed(em, { order, amount, reason })
  const refunds: Row<Refund>[] = []
  for (const { payment, share } of shares) {
    const isBalance = account_id !== undefined || payment.balance_account_id != null
    const status = isBalance ? 'settled' : await refundAtProvider(providers, payment, share)
    payment.amount_refunded += share
    const refund = insertRow(em, Refund, { order_id, payment_id: payment.id, amount: share, reason, note, status })
    if (account_id !== undefined) refundToAccount(em, account_id, refund)
    else if (isBalance) await returnToBalance(em, payment, refund)
    refunds.push(refund)
  }
  const pending = refunds.filter(({ status }) => status === 'pending')
  await enqueueAll(
    em,
    'settle_refund',
    pending.map(({ id }) => ({ payload: { id }, max_attempts: MAX_ATTEMPTS })),
  )
  await announceRefunds(em, refunds, { order_id, no_notification })
  if (refunds.length > 0) refundOrderStep.addEffects(em, { order, amount, reason, refunds })
  return refunds
}

async function announceRefunds(
  em: EntityManager,
  refunds: readonly Row<Refund>[],
  order: { order_id: string; no_notification: boolean | null },
): Promise<void> {
  const announcements = refunds.map(
    ({ id, payment_id }) =>
      ({
        name: 'payment.payment_refund_created',
        payload: { id, payment_id: payment_id as string, ...order },
      }) as const,
  )
  if (refunds.length > 0) await defer(em, announceStatement(announcements))
}

/** A provider may be unavailable for days, so the attempts span weeks. */
const MAX_ATTEMPTS = 100

function splitByBalance(payments: readonly Row<Payment>[], amount: number): { payment: Row<Payment>; share: number }[] {
  let remaining = amount
  const shares = payments.map((payment) => {
    const share = Math.min(remaining, payment.balance())
    remaining -= share
    return { payment, share }
  })
  if (remaining > 0) throw refundTooLarge(amount - remaining, payments)
  return shares.filter(({ share }) => share > 0)
}

function refundTooLarge(refundable: number, [payment]: readonly Row<Payment>[]): NotAllowed {
  return new NotAllowed('Refund amount is greater that the refundable amount')
    .about('amount')
    .because(
      payment
        ? { name: 'refund_too_large', refundable, currency_code: payment.currency_code }
        : { name: 'order_without_payment' },
    )
}

async function refundAtProvider(
  providers: PaymentProviders,
  payment: Row<Payment>,
  amount: number,
): Promise<RefundStatus> {
  const provider = findPaymentProvider(providers, payment)
  if (provider.remote) return 'pending'
  payment.data = await provider.refund(payment.data, amount)
  return 'settled'
}
