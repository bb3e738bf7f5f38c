import type { Change, LineContext } from './line-context.ts'
import { promotionLines } from './promotion-lines.ts'

/** Describes the important changes in words, such as `Stock of Mug: 5 → 6`. Other changes have no line. */
export const changeLines = (changes: readonly Change[], context: LineContext): string[] => [
  ...new Set(
    changes.flatMap((change) => [
      ...newRow(change, context),
      ...changedColumns(change, context),
      ...promotionLines(change, context),
    ]),
  ),
]

function newRow({ table, action, after }: Change, { words, money }: LineContext): string[] {
  if (action !== 'create' || !after) return []
  const amount = money(Number(after.amount ?? after.refund_amount ?? 0))
  const lines: Record<string, string> = {
    refund: words.refund(amount),
    payment: words.payment(amount),
    fulfillment: words.newFulfillment,
    // A claim or an exchange refunds its items itself.
    return: after.claim_order_id || after.swap_id ? words.newReturn : words.newReturnWithRefund(amount),
    claim_order: words.newClaim,
    swap: words.newExchange,
    order: words.newOrder,
    product: words.newProduct(String(after.title)),
    product_variant: words.newVariant(String(after.title)),
    price_list: words.newPriceList(String(after.name)),
  }
  return [lines[table] ?? []].flat()
}

function changedColumns(change: Change, context: LineContext): string[] {
  const { action, after } = change
  if (action !== 'update' || !after) return []
  return Object.keys(after).flatMap((column) => describeColumn(change, column, context) ?? [])
}

function describeColumn({ table, ids, before, after }: Change, column: string, context: LineContext) {
  const { words, money, nameOf } = context
  const name = nameOf(ids[0] ?? '')
  const [was, is] = [before?.[column], after?.[column]]
  const amounts = (label: string) => words.change(label, money(Number(was ?? 0)), money(Number(is ?? 0)))
  const numbers = (label: string) => words.change(label, String(was ?? 0), String(is ?? 0))
  const statuses = (label: string, group: string) =>
    words.change(label, statusText(context, group, was), statusText(context, group, is))
  const lines: Record<string, () => string> = {
    'order.status': () => statuses(words.orderStatus, 'order'),
    'order.payment_status': () => statuses(words.paymentStatus, 'payment'),
    'order.fulfillment_status': () => statuses(words.fulfillmentStatus, 'fulfillment'),
    'return.status': () => statuses(words.returnStatus, 'return'),
    'order_edit.status': () => statuses(words.editStatus, 'edit'),
    'payment.captured_at': () => words.captured,
    'payment.canceled_at': () => words.paymentCanceled,
    'payment.amount_refunded': () => amounts(words.refundedOfPayment),
    'gift_card.balance': () => amounts(words.giftCard),
    'fulfillment.shipped_at': () => words.fulfillmentShipped,
    'fulfillment.canceled_at': () => words.fulfillmentCanceled,
    'product_variant.inventory_quantity': () => numbers(name ? words.stockOf(name) : words.stock),
    'inventory_level.stocked_quantity': () => numbers(words.stocked),
    'inventory_level.reserved_quantity': () => numbers(words.reserved),
    'line_item.fulfilled_quantity': () => numbers(words.packedOf(name ?? words.item)),
    'line_item.shipped_quantity': () => numbers(words.shippedOf(name ?? words.item)),
    'line_item.returned_quantity': () => numbers(words.returnedOf(name ?? words.item)),
  }
  return lines[`${table}.${column}`]?.()
}

function statusText({ statuses, words }: LineContext, group: string, status: unknown): string {
  const known = Object.entries(statuses).find(([key]) => key === `${group}_${status}`)
  return known?.[1] ?? (status == null ? words.none : String(status))
}
