import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { giveBackStock } from '#entities/cart/stock/take-stock.ts'
import { NotAllowed } from '#entities/errors.ts'
import { type Announcement, announce, announceAll } from '#entities/platform/event/announce.ts'
import type { Events } from '#entities/platform/event/events.ts'
import { sum } from '#entities/values/money.ts'
import { advanceOrder } from '../order/advance-order.ts'
import type { Order } from '../order/order.ts'
import { readRefundableAmount } from '../order/returned-quantities.ts'
import { syncFulfillmentStatus } from '../order/sync-fulfillment-status.ts'
import { paymentStatusOf } from '../order/transitions.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { lockReturn } from './lock-return.ts'
import { computeReceiptRefunds } from './receipt-refunds.ts'
import { recordReceivedSwapItems } from './record-received-swap-items.ts'
import type { Return } from './return.ts'
import { ReturnItem } from './return-item.ts'
import { type ReturnedLine, readReturnedLines } from './returned-lines.ts'

export interface Receipt {
  return_id: string
  /** What is there, whatever was asked for; no line is named twice. */
  items: readonly { item_id: string; quantity: number }[]
  /** Minor units, instead of what the return promised. */
  refund?: number | null | undefined
  location_id?: string | null | undefined
}

/**
 * Takes pieces in that came back: they are in stock again, and what they cost is given back. The return of a claim or a swap
 * gives nothing back, since the claim or the swap has. A refund of more than is left of what was paid is not made; the order
 * then requires action.
 * @throws NotFound. NotAllowed for a return that is canceled or received. Of the lines, as `returnedLines`.
 */
export async function receiveReturn(
  em: EntityManager,
  providers: PaymentProviders,
  { return_id, items, refund, location_id }: Receipt,
): Promise<Return> {
  const { back, order } = await lockReturn(em, return_id)
  if (back.status === 'canceled') throw new NotAllowed('Cannot receive a canceled return')
  if (back.status === 'received') throw new NotAllowed(`Return with id ${return_id} has already been received`)
  const requested = await em.find(ReturnItem, { return_id })
  const lines = await readReturnedLines(em, order, items, new Map(requested.map((item) => [item.item_id, item])))
  const refundable = await readRefundableAmount(em, order.id)
  const refunds = await computeReceiptRefunds(em, { back, requested, items, lines, refund, refundable })
  if (back.swap_id) recordReceivedSwapItems(requested, items)
  else noteReceipt(em, { back, requested, items, lines, refunds })
  if (location_id) back.location_id = location_id
  await takeIn(em, items, lines)
  await settle(em, providers, { back, order, amount: sum(refunds), refundable })
  return back
}

interface Noted {
  back: Return
  requested: readonly ReturnItem[]
  items: Receipt['items']
  lines: readonly ReturnedLine[]
  refunds: readonly number[]
}

/** What did not come is no part of the return any more. */
function noteReceipt(em: EntityManager, { back, requested, items, lines, refunds }: Noted): void {
  const received = new Map(
    items.map(({ item_id, quantity }, i) => [item_id, { quantity, refund: refunds[i] ?? 0, sent: lines[i]!.sent }]),
  )
  for (const item of requested) {
    const there = received.get(item.item_id)
    if (!there) em.remove(item)
    else
      Object.assign(item, { quantity: there.quantity, received_quantity: there.quantity, refund_amount: there.refund })
    received.delete(item.item_id)
  }
  for (const [item_id, { quantity, refund: refund_amount, sent }] of received) {
    const { metadata } = sent
    const unasked = { quantity, received_quantity: quantity, is_requested: false, refund_amount, metadata }
    em.create(ReturnItem, { return_id: back.id, item_id, ...unasked })
  }
}

/** The pieces are here: their lines say so, and others may buy them. */
async function takeIn(em: EntityManager, items: Receipt['items'], lines: readonly ReturnedLine[]): Promise<void> {
  const stored = await em.find(LineItem, { id: { $in: items.map(({ item_id }) => item_id) } })
  for (const { item_id, quantity } of items) {
    const line = stored.find(({ id }) => id === item_id) as LineItem
    line.returned_quantity = (line.returned_quantity ?? 0) + quantity
  }
  const pieces = items.map(({ quantity }, i) => ({ variant_id: lines[i]?.sent.variant_id ?? null, quantity }))
  await giveBackStock(em, pieces)
}

interface Settled {
  back: Return
  order: Order
  /** Minor units to give back. */
  amount: number
  refundable: number
}

async function settle(
  em: EntityManager,
  providers: PaymentProviders,
  { back, order, amount, refundable }: Settled,
): Promise<void> {
  back.status = 'received'
  back.received_at = new Date()
  const told = { id: order.id, return_id: back.id, no_notification: back.no_notification ?? null }
  if (amount > refundable) {
    advanceOrder(order, { fulfillment_status: 'requires_action' })
    await announce(em, 'order.return_action_required', told)
    return
  }
  if (!back.claim_order_id && !back.swap_id) back.refund_amount = amount
  const { id, no_notification } = told
  const payments = amount > 0 ? await findOrderPayments(em, id) : []
  const repayment = { order_id: id, no_notification, payments, amount, reason: 'return' } as const
  const refunds = await refundPayments(em, providers, repayment)
  for (const refund of refunds) refund.return_id = back.id
  await syncFulfillmentStatus(em, order)
  if (refunds.length > 0) advanceOrder(order, { payment_status: paymentStatusOf(payments) })
  const refunded = refunds.map(
    (refund) => ({ name: 'order.refund_created', payload: { id, no_notification, refund_id: refund.id } }) as const,
  )
  await announceAll(em, [receiptOf(back, told), ...refunded])
}

function receiptOf({ swap_id }: Return, told: Events['order.items_returned']): Announcement {
  if (!swap_id) return { name: 'order.items_returned', payload: told }
  const { id: order_id, no_notification = null } = told
  return { name: 'swap.received', payload: { id: swap_id, order_id, no_notification } }
}
