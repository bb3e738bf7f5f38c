import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { giveBackStock } from '#entities/cart/stock/take-stock.ts'
import { Conflict, NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { reverseGiftCards } from '#entities/promotions/gift-card/reverse-gift-cards.ts'
import { cancelOpenEdit } from '../order-edit/cancel-edit.ts'
import { cancelPayments } from '../payment/cancel-payments.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { advanceOrder } from './advance-order.ts'
import { lockOrder } from './lock-order.ts'

/**
 * Undoes an order, once however often it is called: its pieces are in stock again, its payments are canceled or, where
 * they were captured, given back, and so is what its gift cards paid; cards that were bought with it are worth nothing, and
 * an edit that is open is given up.
 * @throws NotFound. NotAllowed where something was done with it that has to be undone first, or cannot be. Conflict while
 * a provider is asked to capture its money.
 */
export async function cancelOrder(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  const order = await lockOrder(em, id)
  if (order.status === 'canceled') return
  await assertCancelable(em, id)
  const payments = await findOrderPayments(em, id)
  if (payments.some((payment) => payment.capture_asked_at)) throw new Conflict()
  advanceOrder(order, { status: 'canceled', fulfillment_status: 'canceled', payment_status: 'canceled' })
  order.canceled_at = new Date()
  await cancelOpenEdit(em, providers, id)
  await cancelPayments(
    em,
    providers,
    payments.filter((payment) => payment.isOpen()),
  )
  const { no_notification = null } = order
  const amount = payments.reduce((sum, payment) => sum + payment.balance(), 0)
  const repayment = { order_id: id, no_notification, payments, amount, reason: 'other', note: WHY } as const
  await refundPayments(em, providers, repayment)
  await em.flush()
  await reverseGiftCards(em, id)
  await giveBackStock(em, await selectQuantitiesToRestock(em, id))
  await announce(em, 'order.canceled', { id, no_notification })
}

const WHY = 'The order was canceled'

/** In the order in which the wire format refuses. */
async function assertCancelable(em: EntityManager, id: string): Promise<void> {
  const [done] = await selectOrderActivity(em, id)
  if (done?.refunds) throw new NotAllowed('Order with refund(s) cannot be canceled')
  for (const things of ['fulfillments', 'returns', 'swaps', 'claims'] as const)
    if (done?.[things]) throw new NotAllowed(`All ${things} must be canceled before canceling an order`)
}

type OrderActivity = Record<'refunds' | 'fulfillments' | 'returns' | 'swaps' | 'claims', boolean>

const selectOrderActivity = statement<OrderActivity>(`
  select
    exists (select from refund where order_id = $1 and status <> 'failed') as refunds,
    exists (select from fulfillment where order_id = $1 and canceled_at is null) as fulfillments,
    exists (select from return where order_id = $1 and status <> 'canceled') as returns,
    exists (select from swap where order_id = $1 and canceled_at is null and deleted_at is null) as swaps,
    exists (select from claim_order where order_id = $1 and canceled_at is null and deleted_at is null) as claims`)

const selectQuantitiesToRestock = statement<{ variant_id: string | null; quantity: number }>(
  'select variant_id, quantity - coalesce(returned_quantity, 0) as quantity from line_item where order_id = $1',
)
