import type { TableColumn, TableName } from '#routers/pipeline/dry-run/dry-run.ts'
import { type Change, type ColumnLine, columnLines, type LineContext, valueIn } from './line-context.ts'
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
  const amount = (column: TableColumn) => money(Number(valueIn(after, column) ?? 0))
  const text = (column: TableColumn) => String(valueIn(after, column))
  // A claim or an exchange refunds its items itself.
  const isOfPart = valueIn(after, 'return.claim_order_id') || valueIn(after, 'return.swap_id')
  const lines: Record<string, string> = {
    refund: words.refund(amount('refund.amount')),
    payment: words.payment(amount('payment.amount')),
    fulfillment: words.newFulfillment,
    return: isOfPart ? words.newReturn : words.newReturnWithRefund(amount('return.refund_amount')),
    claim_order: words.newClaim,
    swap: words.newExchange,
    order: words.newOrder,
    product: words.newProduct(text('product.title')),
    product_variant: words.newVariant(text('product_variant.title')),
    price_list: words.newPriceList(text('price_list.name')),
  } satisfies Partial<Record<TableName, string>>
  return [lines[table] ?? []].flat()
}

function changedColumns(change: Change, context: LineContext): string[] {
  if (change.action !== 'update') return []
  const { words, money, nameOf } = context
  const name = nameOf(change.ids[0] ?? '')
  const line =
    (textOf: (value: unknown) => string) =>
    (label: string): ColumnLine =>
    (was, is) =>
      words.change(label, textOf(was), textOf(is))
  const amounts = line((value) => money(Number(value ?? 0)))
  const numbers = line((value) => String(value ?? 0))
  const statuses = (label: string, group: string) => line((status) => statusText(context, group, status))(label)
  return columnLines(change, {
    'order.status': statuses(words.orderStatus, 'order'),
    'order.payment_status': (was, is) =>
      words.change(words.paymentStatus, statusText(context, 'payment', was), paymentText(is, change, context)),
    'order.difference_due': (_, is) => owedText(Number(is ?? 0), context),
    'order.fulfillment_status': statuses(words.fulfillmentStatus, 'fulfillment'),
    'return.status': statuses(words.returnStatus, 'return'),
    'order_edit.status': statuses(words.editStatus, 'edit'),
    'payment.captured_at': () => words.captured,
    'payment.canceled_at': () => words.paymentCanceled,
    'payment.amount_refunded': amounts(words.refundedOfPayment),
    'gift_card.balance': amounts(words.giftCard),
    'fulfillment.shipped_at': () => words.fulfillmentShipped,
    'fulfillment.canceled_at': () => words.fulfillmentCanceled,
    'product_variant.inventory_quantity': numbers(name ? words.stockOf(name) : words.stock),
    'inventory_level.stocked_quantity': numbers(words.stocked),
    'inventory_level.reserved_quantity': numbers(words.reserved),
    'line_item.fulfilled_quantity': numbers(words.packedOf(name ?? words.item)),
    'line_item.shipped_quantity': numbers(words.shippedOf(name ?? words.item)),
    'line_item.returned_quantity': numbers(words.returnedOf(name ?? words.item)),
  })
}

/** An order awaits a capture, or the difference that its customer owes after an edit. */
function paymentText(status: unknown, { after }: Change, context: LineContext): string {
  const isDue = status === 'awaiting' && Number(valueIn(after, 'order.difference_due') ?? 0) > 0
  return isDue ? context.statuses.payment_due : statusText(context, 'payment', status)
}

function owedText(amount: number, { words, money }: LineContext): string {
  if (amount === 0) return words.nothingOwed
  return amount > 0 ? words.customerOwes(money(amount)) : words.shopOwes(money(-amount))
}

function statusText({ statuses, words }: LineContext, group: string, status: unknown): string {
  const known = Object.entries(statuses).find(([key]) => key === `${group}_${status}`)
  return known?.[1] ?? (status == null ? words.none : String(status))
}
