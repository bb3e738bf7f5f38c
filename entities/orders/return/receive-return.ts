import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { type Announcement, announce, announceAll } from '#entities/platform/event/announce.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { Step } from '#entities/platform/step/step.ts'
import { sum } from '#entities/values/money.ts'
import { readRefundableAmount } from '../order/returned-quantities.ts'
import { syncFulfillmentStatus } from '../order/sync-fulfillment-status.ts'
import { refundPayments } from '../payment/refund-payments.ts'
import { readDebt, settleDebt } from '../payment/settle-debt.ts'
import { syncPayment, syncPaymentAfterChange } from '../payment/sync-payment.ts'
import { orderStock } from '../stock/order-stock.ts'
import { type LockedReturn, lockReturn } from './lock-return.ts'
import { computeReceiptRefunds, type ReceivedItems } from './receipt-refunds.ts'
import { recordReceivedItems, recordReceivedSwapItems } from './record-received-items.ts'
import type { Return } from './return.ts'
import { ReturnItem } from './return-item.ts'
import { readReturnedLines } from './returned-lines.ts'

export interface Receipt {
  return_id: string
  /** At most one entry for each line. The items can differ from the requested items. */
  items: readonly { item_id: string; quantity: number }[]
  /** In minor units. Replaces the requested refund. */
  refund?: number | null | undefined
  location_id?: string | null | undefined
}

export interface ReturnReceipt extends LockedReturn {
  receipt: Receipt
}

/** Plugins check each receipt, also the receipts of claims and swaps. */
export const receiveReturnStep = new Step<ReturnReceipt>({
  moment: 'An administrator receives a return, also of a claim or a swap.',
  context: { order: '', returnOrder: '', receipt: 'the input' },
  fields: ['order', 'line_item'],
})

/**
 * The value of the items first settles what the customer owes. If the refund exceeds the refundable amount, the order gets the status
 * `requires_action` instead of a refund.
 */
export async function receiveReturn(
  em: EntityManager,
  providers: PaymentProviders,
  receipt: Receipt,
): Promise<Row<Return>> {
  const { return_id, items, refund, location_id } = receipt
  const lockedReturn = await lockReturn(em, return_id)
  const { returnOrder, order } = lockedReturn
  returnOrder.assertReceivable()
  const requestedItems = await findRows(em, ReturnItem, { return_id })
  const exclude = new Map(requestedItems.map((item) => [item.item_id, item]))
  const lines = await readReturnedLines(em, order, { items, exclude })
  const refundable = await readRefundableAmount(em, order.id)
  const debt = returnOrder.refundingOwner() ? 0 : await readDebt(em, order)
  const { currency_code } = order
  const received = { returnOrder, requestedItems, items, lines, refund, refundable, currency_code, debt }
  const refunds = await computeReceiptRefunds(em, received)
  await receiveReturnStep.assertAllowed(em, { ...lockedReturn, receipt })
  if (returnOrder.swap_id) recordReceivedSwapItems(received)
  else recordReceivedItems(em, received, refunds)
  if (location_id) returnOrder.location_id = location_id
  await restockItems(em, received)
  Object.assign(returnOrder, fieldValuesIn('return', receipt))
  returnOrder.receive()
  const settled = Math.min(sum(lines.map(({ value }) => value)), debt)
  await settleDebt(em, order, { owner_id: return_id, amount: settled })
  if (settled > 0) await syncPaymentAfterChange(em, order)
  await refundItems(em, providers, { ...lockedReturn, amount: sum(refunds), refundable })
  receiveReturnStep.addEffects(em, { ...lockedReturn, receipt })
  return returnOrder
}

async function restockItems(em: EntityManager, { returnOrder, items, lines }: ReceivedItems): Promise<void> {
  const lineItems = await findRows(em, LineItem, { id: items.map(({ item_id }) => item_id) })
  for (const { item_id, quantity } of items) {
    const lineItem = lineItems.find(({ id }) => id === item_id) as LineItem
    lineItem.recordReturn(quantity)
  }
  const stock = await orderStock(em)
  await stock.receive(
    em,
    returnOrder,
    items.map((item, i) => ({ ...item, variant_id: lines[i]?.line.variant_id ?? null })),
  )
}

interface ReceiptRefund extends LockedReturn {
  amount: number
  refundable: number
}

async function refundItems(
  em: EntityManager,
  providers: PaymentProviders,
  { returnOrder, order, amount, refundable }: ReceiptRefund,
): Promise<void> {
  const { id } = order
  const { no_notification = null } = returnOrder
  if (amount > refundable) {
    order.requireFulfillmentAction()
    await announce(em, 'order.return_action_required', { id, return_id: returnOrder.id, no_notification })
    return
  }
  if (!returnOrder.refundingOwner()) returnOrder.refund_amount = amount
  const payments = amount > 0 ? await findOrderPayments(em, id) : []
  const repayment = { order, no_notification, payments, amount, reason: 'return' } as const
  const refunds = await refundPayments(em, providers, repayment)
  for (const refund of refunds) refund.return_id = returnOrder.id
  await syncFulfillmentStatus(em, order)
  if (refunds.length > 0) await syncPayment(em, order)
  const refundAnnouncements = refunds.map(
    (refund) => ({ name: 'order.refund_created', payload: { id, no_notification, refund_id: refund.id } }) as const,
  )
  await announceAll(em, [receiptAnnouncement(returnOrder, id), ...refundAnnouncements])
}

function receiptAnnouncement(
  { id: return_id, swap_id, no_notification = null }: Row<Return>,
  id: string,
): Announcement {
  return swap_id
    ? { name: 'swap.received', payload: { id: swap_id, order_id: id, no_notification } }
    : { name: 'order.items_returned', payload: { id, return_id, no_notification } }
}
