import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import type { Refund, RefundReason } from '#entities/cart/payment/refund.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { openAccount } from '#entities/promotions/balance/add-to-balance.ts'
import { lockAccountHolder } from '#entities/promotions/balance/adjust-balance.ts'
import { findKind } from '#entities/promotions/balance/tender-kind.ts'
import { limitTotal, sum } from '#entities/values/money.ts'
import { readOrderIdOfPayment } from '../payment/read-order-id.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { readDifferenceDue, syncPayment } from '../payment/sync-payment.ts'
import { computeExcess } from './difference-due.ts'
import { lockOrder } from './lock-order.ts'
import type { Order } from './order.ts'
import { isCountedForOrder, isUncanceledPayment } from './payment-filters.ts'

export interface RefundInput {
  id: string
  amount: number
  reason: RefundReason
  note?: string | null | undefined
  no_notification?: boolean | null | undefined
  /** The kind of balance that gets the money instead of the payments. */
  balance?: string | null | undefined
}

export async function refundOrder(
  em: EntityManager,
  providers: PaymentProviders,
  { id, ...input }: RefundInput,
): Promise<void> {
  const order = await lockRefundableOrder(em, id, input)
  const payments = await findOrderPayments(em, id)
  const countedPayments = payments.filter((payment) => isUncanceledPayment(payment) && isCountedForOrder(payment))
  const refundable = sum(countedPayments.map(({ amount, amount_refunded }) => amount - amount_refunded))
  const { currency_code } = order
  if (input.amount > refundable)
    throw new NotAllowed('Cannot refund more than the original order amount')
      .about('amount')
      .because({ name: 'refund_too_large', refundable, currency_code })
  await createRefunds(em, providers, { order, payments, input })
}

export async function refundPayment(
  em: EntityManager,
  providers: PaymentProviders,
  { id, ...input }: RefundInput,
): Promise<Row<Refund>> {
  const order = await lockRefundableOrder(em, await readOrderIdOfPayment(em, id), input)
  const payments = await findOrderPayments(em, order.id)
  const payment = payments.find((candidate) => candidate.id === id) as Payment
  if (!payment.captured_at)
    throw new NotAllowed(`Payment ${id} is not captured`).because({ name: 'payment_not_captured' })
  const refundable = payment.balance()
  if (input.amount > refundable)
    throw new NotAllowed(`Only ${refundable} can be refunded from Payment ${id}`)
      .about('amount')
      .because({ name: 'refund_too_large', refundable, currency_code: payment.currency_code })
  const [refund] = await createRefunds(em, providers, { order, payments: [payment], input })
  return refund as Refund
}

async function lockRefundableOrder(em: EntityManager, id: string, { amount }: { amount: number }): Promise<Row<Order>> {
  const order = await lockOrder(em, id)
  order.assertNotCanceled('A canceled order cannot be refunded')
  if (amount < 1)
    throw new InvalidData('amount must not be less than 1').about('amount').because({ name: 'refund_too_small' })
  return order
}

interface RefundPlan {
  order: Row<Order>
  /** The payments to refund. */
  payments: readonly Row<Payment>[]
  input: Omit<RefundInput, 'id'>
}

async function createRefunds(
  em: EntityManager,
  providers: PaymentProviders,
  { order, payments, input: { amount, reason, note, no_notification: requestedNoNotification, balance } }: RefundPlan,
): Promise<Row<Refund>[]> {
  const { id: order_id } = order
  const no_notification = requestedNoNotification ?? order.no_notification ?? null
  const difference_due = await readDifferenceDue(em, order)
  const account_id = balance ? await openRefundAccount(em, order, balance) : undefined
  const repayment = { order, no_notification, payments, amount, reason, note, account_id }
  const refunds = await refundPayments(em, providers, repayment)
  const excess = computeExcess(amount, difference_due)
  const shares = limitTotal(
    excess,
    refunds.map((refund) => refund.amount),
  )
  for (const [i, refund] of refunds.entries()) refund.excess_amount = shares[i] ?? 0
  await syncPayment(em, order)
  await announceAll(
    em,
    refunds.map(
      ({ id: refund_id }) =>
        ({ name: 'order.refund_created', payload: { id: order_id, no_notification, refund_id } }) as const,
    ),
  )
  return refunds
}

/** @throws NotAllowed for a guest, or for a kind that counts units, because a refund is an amount of money. */
async function openRefundAccount(
  em: EntityManager,
  { customer_id, currency_code }: Row<Order>,
  kind: string,
): Promise<string> {
  if (findKind(em, kind).worth !== null)
    throw new NotAllowed(`Balances of the kind ${kind} have no currency, so they take no refund`)
      .about('balance')
      .because({ name: 'balance_of_units' })
  await lockAccountHolder(em, customer_id)
  return openAccount(em, { customer_id, kind, currency_code })
}
