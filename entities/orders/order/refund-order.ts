import type { EntityManager } from '@mikro-orm/postgresql'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { Refund, RefundReason } from '#entities/cart/payment/refund.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { sum } from '#entities/values/money.ts'
import { orderOfPayment } from '../payment/order-of-payment.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { advanceOrder } from './advance-order.ts'
import { lockOpenOrder } from './lock-order.ts'
import type { Order } from './order.ts'
import { isCountedForOrder, isUncanceledPayment } from './payment-filters.ts'
import { paymentStatusOf } from './transitions.ts'

export interface OrderRefundInput {
  /** Of what is refunded. */
  id: string
  /** Minor units. */
  amount: number
  reason: RefundReason
  note?: string | null | undefined
  no_notification?: boolean | null | undefined
}

/**
 * Gives some of the money of an order back.
 * @throws NotFound. InvalidData for no amount. NotAllowed where the order is canceled, or less than that was paid and not
 * given back yet.
 */
export async function refundOrder(
  em: EntityManager,
  providers: PaymentProviders,
  { id, ...wanted }: OrderRefundInput,
): Promise<void> {
  const order = await lockRefundable(em, id, wanted)
  const payments = await findOrderPayments(em, id)
  const paid = payments.filter((payment) => isUncanceledPayment(payment) && isCountedForOrder(payment))
  const left = sum(paid.map(({ amount, amount_refunded }) => amount - amount_refunded))
  if (wanted.amount > left) throw new NotAllowed('Cannot refund more than the original order amount')
  await giveBack(em, providers, { order, payments, from: payments, wanted })
}

/**
 * Gives some of the money of one payment of an order back; answers the refund.
 * @throws as `refundOrder`; NotFound where there is no such payment, NotAllowed where it does not belong to an order yet.
 */
export async function refundPayment(
  em: EntityManager,
  providers: PaymentProviders,
  { id, ...wanted }: OrderRefundInput,
): Promise<Refund> {
  const order = await lockRefundable(em, await orderOfPayment(em, id), wanted)
  const payments = await findOrderPayments(em, order.id)
  const payment = payments.find((one) => one.id === id) as Payment
  if (!payment.captured_at) throw new NotAllowed(`Payment ${id} is not captured`)
  if (wanted.amount > payment.balance())
    throw new NotAllowed(`Only ${payment.balance()} can be refunded from Payment ${id}`)
  const [refund] = await giveBack(em, providers, { order, payments, from: [payment], wanted })
  return refund as Refund
}

async function lockRefundable(em: EntityManager, order_id: string, { amount }: { amount: number }): Promise<Order> {
  const order = await lockOpenOrder(em, order_id, 'A canceled order cannot be refunded')
  if (amount < 1) throw new InvalidData('amount must not be less than 1')
  return order
}

interface RefundInput {
  /** Is locked. */
  order: Order
  /** All of the order. */
  payments: readonly Payment[]
  /** Those over which it is given back. */
  from: readonly Payment[]
  wanted: Omit<OrderRefundInput, 'id'>
}

async function giveBack(
  em: EntityManager,
  providers: PaymentProviders,
  { order, payments, from, wanted: { amount, reason, note, no_notification } }: RefundInput,
): Promise<Refund[]> {
  const { id: order_id } = order
  const silence = no_notification ?? order.no_notification ?? null
  const repayment = { order_id, no_notification: silence, payments: from, amount, reason, note }
  const refunds = await refundPayments(em, providers, repayment)
  advanceOrder(order, { payment_status: paymentStatusOf(payments) })
  await em.flush()
  const told = { id: order_id, no_notification: silence }
  await announceAll(
    em,
    refunds.map(({ id: refund_id }) => ({ name: 'order.refund_created', payload: { ...told, refund_id } }) as const),
  )
  return refunds
}
