import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { Conflict, NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { returnUses } from '#entities/promotions/discount/count-uses.ts'
import { returnBudgets } from '#entities/promotions/discount/spend-budgets.ts'
import { reverseGiftCards } from '#entities/promotions/gift-card/reverse-gift-cards.ts'
import { cancelOpenEdit } from '../order-edit/cancel-edit.ts'
import { cancelPayments } from '../payment/cancel-payments.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { orderStock } from '../stock/order-stock.ts'
import { lockOrder } from './lock-order.ts'
import type { Order } from './order.ts'

export interface OrderCancellation {
  order: Row<Order>
  /** All payments of the order, including payments of swaps. */
  payments: readonly Row<Payment>[]
}

export const cancelOrderStep = new Step<OrderCancellation>({
  moment: 'An administrator cancels an order.',
  context: { order: '', payments: 'all payments of the order, also of its swaps' },
  fields: ['order', 'line_item'],
})

/** @throws Conflict while a provider captures a payment. */
export async function cancelOrder(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  const order = await lockOrder(em, id)
  if (order.status === 'canceled') return
  await assertCancelable(em, id)
  const payments = await findOrderPayments(em, id)
  if (payments.some((payment) => payment.capture_asked_at)) throw new Conflict()
  await cancelOrderStep.assertAllowed(em, { order, payments })
  order.cancel()
  await cancelOpenEdit(em, providers, id)
  await returnPayments(em, providers, { order, payments })
  await em.flush()
  await reverseGiftCards(em, id)
  const stock = await orderStock(em)
  await stock.release(em, { order_id: id })
  await returnBudgets(em, id)
  await returnUses(em, id)
  await announce(em, 'order.canceled', { id, no_notification: order.no_notification ?? null })
  cancelOrderStep.addEffects(em, { order, payments })
}

async function returnPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { order, payments }: { order: Row<Order>; payments: readonly Row<Payment>[] },
): Promise<void> {
  const uncaptured = payments.filter((payment) => payment.isOpen())
  await cancelPayments(em, providers, uncaptured)
  await refundPayments(em, providers, {
    order,
    no_notification: order.no_notification,
    payments,
    amount: payments.reduce((total, payment) => total + payment.balance(), 0),
    reason: 'other',
    note: 'The order was canceled',
  })
}

/** The order of the checks decides which error a client gets. Medusa v1 has the same order. */
async function assertCancelable(em: EntityManager, id: string): Promise<void> {
  const [activity] = await selectOrderActivity(em, id)
  if (activity?.refunds)
    throw new NotAllowed('Order with refund(s) cannot be canceled').because({ name: 'order_refunded' })
  for (const kind of ['fulfillments', 'returns', 'swaps', 'claims'] as const)
    if (activity?.[kind])
      throw new NotAllowed(`All ${kind} must be canceled before canceling an order`).because({
        name: 'order_has_open_parts',
        part: kind,
      })
}

type OrderActivity = Record<'refunds' | 'fulfillments' | 'returns' | 'swaps' | 'claims', boolean>

const selectOrderActivity = statement<OrderActivity>(`
  select
    exists (select from refund where order_id = $1 and status <> 'failed') as refunds,
    exists (select from fulfillment where order_id = $1 and canceled_at is null) as fulfillments,
    exists (select from return where order_id = $1 and status <> 'canceled') as returns,
    exists (select from swap where order_id = $1 and canceled_at is null and deleted_at is null) as swaps,
    exists (select from claim_order where order_id = $1 and canceled_at is null and deleted_at is null) as claims`)
