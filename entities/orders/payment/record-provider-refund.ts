import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, insertRow, type Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { Conflict } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import { computeExcess } from '../order/difference-due.ts'
import type { Order } from '../order/order.ts'
import { refundOrderStep } from './refund-payments.ts'
import { readDifferenceDue, syncPayment } from './sync-payment.ts'

export interface LockedPayment {
  order: Row<Order>
  payment: Row<Payment>
}

/**
 * Records a refund, until the refunds of the payment reach `total`. `total` includes the refunds of the shop.
 * @throws Conflict while a refund of the payment is pending, or if the edit of the payment is not confirmed.
 */
export async function recordProviderRefund(
  em: EntityManager,
  { order, payment }: LockedPayment,
  total: number,
): Promise<void> {
  if (await hasPendingRefund(em, payment)) throw new Conflict()
  const missing = Math.min(total, payment.amount) - (payment.amount_refunded - (await readCredited(em, payment)))
  if (missing <= 0) return
  const amount = Math.min(missing, payment.balance())
  // The shop has already given the rest as a balance.
  const isOverpaid = amount < missing
  if (amount > 0) await recordRefund(em, { order, payment }, amount)
  if (isOverpaid && order.payment_status !== 'requires_action') order.requirePaymentAction()
}

async function recordRefund(em: EntityManager, { order, payment }: LockedPayment, amount: number): Promise<void> {
  if (!payment.order_id) throw new Conflict()
  const { id: order_id, no_notification = null } = order
  const { id: payment_id } = payment
  const excess_amount = computeExcess(amount, await readDifferenceDue(em, order))
  payment.amount_refunded += amount
  const note = 'Refunded at the payment provider'
  const refund = insertRow(em, Refund, { order_id, payment_id, amount, excess_amount, reason: 'other', note })
  await syncPayment(em, order)
  await em.flush()
  await announceAll(em, [
    { name: 'payment.payment_refund_created', payload: { id: refund.id, payment_id, order_id, no_notification } },
    { name: 'order.refund_created', payload: { id: order_id, no_notification, refund_id: refund.id } },
  ])
  refundOrderStep.addEffects(em, { order, amount, reason: 'other', refunds: [refund] })
}

/** Returns the refunds that went to a balance instead of the provider, in minor units. */
async function readCredited(em: EntityManager, { id }: Row<Payment>): Promise<number> {
  const refunds = await findRows(em, Refund, { payment_id: id, status: 'settled' })
  return sumOfAmounts(refunds.filter(({ balance_account_id }) => balance_account_id))
}

/** Only the outcome of a pending refund decides whether the total of the provider contains it. */
const hasPendingRefund = async (em: EntityManager, { id }: Row<Payment>): Promise<boolean> =>
  (await em.count(Refund, { payment_id: id, status: 'pending' })) > 0
