import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, insertRow } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { ReceivedItems } from './receipt-refunds.ts'
import { ReturnItem } from './return-item.ts'

export function recordReceivedItems(
  em: EntityManager,
  { returnOrder, requestedItems, items, lines }: ReceivedItems,
  refunds: readonly number[],
): void {
  const requestedByLine = new Map(requestedItems.map((item) => [item.item_id, item]))
  const receivedIds = new Set(items.map(({ item_id }) => item_id))
  for (const item of requestedItems) if (!receivedIds.has(item.item_id)) deleteRow(em, item)
  for (const [i, { item_id, quantity }] of items.entries()) {
    const { line, value } = lines[i]!
    const money = { refund_amount: refunds[i] ?? 0, value: returnOrder.claim_order_id ? null : value }
    const receipt = { quantity, received_quantity: quantity, ...money }
    const item = requestedByLine.get(item_id)
    if (item) Object.assign(item, receipt)
    else {
      const { metadata } = line
      insertRow(em, ReturnItem, { return_id: returnOrder.id, item_id, ...receipt, is_requested: false, metadata })
    }
  }
}

/** Keeps the requested quantities, since the swap gave credit for them. */
export function recordReceivedSwapItems({ requestedItems, items }: ReceivedItems): void {
  const requestedByLine = new Map(requestedItems.map(({ item_id, quantity }) => [item_id, quantity]))
  const receivedByLine = new Map(items.map(({ item_id, quantity }) => [item_id, quantity]))
  for (const [item_id, quantity] of receivedByLine)
    if (quantity > (requestedByLine.get(item_id) ?? 0))
      throw new NotAllowed('The items of the return of a swap cannot exceed the items of the swap')
        .about('items')
        .because({ name: 'received_quantity_too_large' })
  for (const item of requestedItems) item.received_quantity = receivedByLine.get(item.item_id) ?? 0
}
