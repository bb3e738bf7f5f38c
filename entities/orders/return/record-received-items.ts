import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import type { ReceivedItems } from './receipt-refunds.ts'
import { ReturnItem } from './return-item.ts'

export function recordReceivedItems(
  em: EntityManager,
  { returnOrder, requestedItems, items, lines }: ReceivedItems,
  refunds: readonly number[],
): void {
  const requested = new Map(requestedItems.map((item) => [item.item_id, item]))
  const received = new Set(items.map(({ item_id }) => item_id))
  for (const item of requestedItems) if (!received.has(item.item_id)) em.remove(item)
  for (const [i, { item_id, quantity }] of items.entries()) {
    const receipt = { quantity, received_quantity: quantity, refund_amount: refunds[i] ?? 0 }
    const item = requested.get(item_id)
    if (item) Object.assign(item, receipt)
    else {
      const { metadata } = lines[i]!.line
      em.create(ReturnItem, { return_id: returnOrder.id, item_id, ...receipt, is_requested: false, metadata })
    }
  }
}

/** The requested quantities stay, since the swap gave credit for them. */
export function recordReceivedSwapItems({ requestedItems, items }: ReceivedItems): void {
  const requested = new Map(requestedItems.map(({ item_id, quantity }) => [item_id, quantity]))
  const received = new Map(items.map(({ item_id, quantity }) => [item_id, quantity]))
  for (const [item_id, quantity] of received)
    if (quantity > (requested.get(item_id) ?? 0))
      throw new NotAllowed('The items of the return of a swap cannot exceed the items of the swap')
  for (const item of requestedItems) item.received_quantity = received.get(item.item_id) ?? 0
}
