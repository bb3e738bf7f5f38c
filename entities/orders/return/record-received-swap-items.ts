import { NotAllowed } from '#entities/errors.ts'
import type { ReturnItem } from './return-item.ts'

/**
 * Notes how many pieces of a swap are there. All that were asked for stay counted, however many come: the swap has given
 * credit for them.
 * @throws NotAllowed for more of them, and for others.
 */
export function recordReceivedSwapItems(
  requested: readonly ReturnItem[],
  items: readonly { item_id: string; quantity: number }[],
): void {
  const there = new Map(items.map(({ item_id, quantity }) => [item_id, quantity]))
  const asked = new Map(requested.map(({ item_id, quantity }) => [item_id, quantity]))
  for (const [item_id, quantity] of there)
    if (quantity > (asked.get(item_id) ?? 0))
      throw new NotAllowed('The items of the return of a swap cannot exceed the items of the swap')
  for (const item of requested) item.received_quantity = there.get(item.item_id) ?? 0
}
