import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentNotice } from '#entities/cart/payment/payment-port.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { Conflict } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { maybeReadOrderId } from './read-order-id.ts'
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
    if (!order_id) throw new Conflict(new Error(`Payment ${id} belongs to no order`))
    const order = await lockOrder(tx, order_id)
    const payments = await findOrderPayments(tx, order.id)
    const payment = payments.find((candidate) => candidate.id === id) ?? (await tx.findOneOrFail(Payment, { id }))
    if (payment.canceled_at) return
    await applyChange(tx, notice, { order, payment })
  })
}

interface LockedPayment {
  order: Row<Order>
  payment: Payment
}

async function applyChange(em: EntityManager, notice: PaymentNotice, locked: LockedPayment): Promise<void> {
  const { payment } = locked
  switch (notice.type) {
    case 'authorized':
      return
    case 'captured':
      if (payment.captured_at) return
      await capture(em, locked)
      // The provider releases the rest of a partial capture.
      if (notice.amount !== undefined) await refundUpTo(em, locked, payment.amount - notice.amount)
      return
    case 'refunded':
      if (!payment.captured_at) await capture(em, locked)
      return refundUpTo(em, locked, notice.amount ?? payment.amount)
    case 'canceled':
      return endAuthorization(em, locked)
    default:
      return notice.type satisfies never
  }
}

async function capture(em: EntityManager, { order, payment }: LockedPayment): Promise<void> {
  payment.captured_at = new Date()
  payment.capture_asked_at = null
  if (payment.order_id) await recordCapture(em, order, [payment])
}

/** `total` includes the refunds of the shop. Until a pending refund has an outcome, the difference is unknown. */
async function refundUpTo(em: EntityManager, { order, payment }: LockedPayment, total: number): Promise<void> {
  if (await hasPendingRefund(em, payment)) throw new Conflict()
  const amount = Math.min(total, payment.amount) - payment.amount_refunded
  if (amount <= 0) return
  if (!payment.order_id) throw new Conflict()
  const { id: order_id, no_notification = null } = order
  const { id: payment_id } = payment
  payment.amount_refunded += amount
  const note = 'Refunded at the payment provider'
  const excess_amount = order.excessIn(amount)
  const refund = em.create(Refund, { order_id, payment_id, amount, excess_amount, reason: 'other', note })
  await syncPayment(em, order)
  await em.flush()
  await announceAll(em, [
    { name: 'payment.payment_refund_created', payload: { id: refund.id, payment_id, order_id, no_notification } },
    { name: 'order.refund_created', payload: { id: order_id, no_notification, refund_id: refund.id } },
  ])
}

const hasPendingRefund = async (em: EntityManager, { id }: Payment): Promise<boolean> =>
  (await em.count(Refund, { payment_id: id, status: 'pending' })) > 0

/** The money can no longer be captured, so an administrator must act. */
async function endAuthorization(em: EntityManager, { order, payment }: LockedPayment): Promise<void> {
  if (!payment.isOpen() || !payment.order_id || order.payment_status === 'requires_action') return
  payment.capture_asked_at = null
  await failCapture(em, order, [payment])
}
