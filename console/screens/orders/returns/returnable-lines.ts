import type { QuantityLine } from '../items/quantity-fields.tsx'
import { type Order, ownReturns } from '../order.ts'

/** The packed lines of an order with a quantity that no return, claim or exchange contains. */
export function returnableLines(order: Order): QuantityLine[] {
  const { items = [], claims = [], swaps = [] } = order
  const comingBack = [
    ...ownReturns(order)
      .filter(({ status }) => status !== 'canceled')
      .flatMap((one) => one.items ?? []),
    ...claims.filter(({ canceled_at }) => !canceled_at).flatMap((claim) => claim.claim_items ?? []),
    ...swaps.filter(({ canceled_at }) => !canceled_at).flatMap((swap) => swap.return_order?.items ?? []),
  ]
  const quantityBack = (id: string) =>
    comingBack.reduce((sum, { item_id, quantity }) => (item_id === id ? sum + quantity : sum), 0)
  return items
    .map((item) => ({ ...item, max: (item.fulfilled_quantity ?? 0) - quantityBack(item.id) }))
    .filter(({ max, is_giftcard }) => max > 0 && !is_giftcard)
}
