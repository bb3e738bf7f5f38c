import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentNotice } from '#entities/cart/payment/payment-port.ts'
import { Conflict } from '#entities/errors.ts'
import { lockOrder } from '../order/lock-order.ts'
import { syncSwapCapture } from '../swap/sync-swap-payment.ts'
import { maybeReadOrderId } from './read-order-id.ts'
import { type LockedPayment, recordProviderRefund } from './record-provider-refund.ts'
import { failCapture, recordCapture } from './settle-capture.ts'
import { syncPayment } from './sync-payment.ts'

/**
 * Records a change that happened at the provider. A repeated notice has no effect. Opens its own transaction.
 * @throws Conflict while a refund of the payment is pending, or if the edit of a refunded payment is not confirmed.
 */
export async function recordProviderChange(
  em: EntityManager,
  { id }: { id: string },
  notice: PaymentNotice,
): Promise<void> {
  await inTransaction(em, async (tx) => {
    const order_id = await maybeReadOrderId(tx, id)
    if (!order_id)
      throw new Conflict(new Error(`Payment ${id} belongs to no order`)).because({ name: 'payment_without_order' })
    const order = await lockOrder(tx, order_id)
    const payments = await findOrderPayments(tx, order.id)
    const payment = payments.find((candidate) => candidate.id === id) ?? (await tx.findOneOrFail(Payment, { id }))
    if (payment.canceled_at) return
    await applyChange(tx, notice, { order, payment })
  })
}

async function applyChange(em: EntityManager, notice: PaymentNotice, locked: LockedPayment): Promise<void> {
  const { payment } = locked
  switch (notice.type) {
    case 'authorized':
      return
    case 'captured':
      if (payment.captured_at && notice.amount === undefined) return
      return recordCapturedAmount(em, locked, notice.amount ?? payment.amountToCapture())
    case 'refunded':
      if (!payment.captured_at) await recordCapturedAmount(em, locked, payment.amountToCapture())
      return recordProviderRefund(em, locked, notice.amount ?? payment.amount)
    case 'canceled':
      return isReleased(payment) ? recordCapturedAmount(em, locked, 0) : endAuthorization(em, locked)
    default:
      return notice.type satisfies never
  }
}

/** Records the first capture, and corrects its amount if the provider reports another one. */
async function recordCapturedAmount(
  em: EntityManager,
  { order, payment }: LockedPayment,
  amount: number,
): Promise<void> {
  const isFirst = !payment.captured_at
  if (!isFirst && payment.amount === amount) return
  payment.recordCapture(amount)
  if (!payment.order_id) return
  if (isFirst) return recordCapture(em, order, [payment])
  if (payment.swap_id) await syncSwapCapture(em, payment)
  await syncPayment(em, order)
}

/** The capture of 0 releases the payment. */
const isReleased = ({ capture_asked_at, capture_amount }: Row<Payment>): boolean =>
  capture_asked_at != null && capture_amount === 0

/** The money can no longer be captured, so an administrator must act. */
async function endAuthorization(em: EntityManager, { order, payment }: LockedPayment): Promise<void> {
  if (!payment.isOpen() || !payment.order_id || order.payment_status === 'requires_action') return
  payment.capture_asked_at = null
  await failCapture(em, order, [payment])
}
