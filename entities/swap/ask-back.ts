import type { EntityManager } from '@mikro-orm/postgresql'
import { sum } from '../money.ts'
import type { Order } from '../order/order.ts'
import { Return } from '../return/return.ts'
import { ReturnItem } from '../return/return-item.ts'
import type { ReturnedLine } from '../return/returned-lines.ts'
import { shipBack } from '../return/ship-back.ts'
import type { AddedMethod } from '../shipping/add-methods.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import type { NewSwap } from './new-swap.ts'
import type { Swap } from './swap.ts'

export interface SwapToFill {
  swap: Swap
  order: Order
  /** What comes back, in the order of `given.return_items`. */
  lines: readonly ReturnedLine[]
  given: Omit<NewSwap, 'order_id'>
}

/**
 * Requests the return of a swap. The part of each item is what the swap gives credit for; the return itself is received
 * without a refund, and tells what its pieces are worth without their shipping. Answers how they come back.
 * @throws as `shipBack`.
 */
export async function askBack(
  em: EntityManager,
  providers: FulfillmentProviders,
  { swap, order, lines, given }: SwapToFill,
): Promise<AddedMethod | undefined> {
  const { return_items: items, return_shipping: shipping, return_location_id: location_id = null } = given
  const { no_notification } = swap
  const worth = sum(lines.map((line) => line.worth))
  const back = em.create(Return, { swap_id: swap.id, no_notification, location_id, refund_amount: worth })
  for (const [i, { item_id, quantity, reason_id = null, note = null }] of items.entries()) {
    const asked = { quantity, requested_quantity: quantity, reason_id, note, refund_amount: lines[i]?.worth ?? 0 }
    em.create(ReturnItem, { return_id: back.id, item_id, ...asked })
  }
  if (!shipping) return undefined
  const pieces = new Map(items.map(({ item_id, quantity }) => [item_id, quantity]))
  const way = await shipBack(em, providers, { back, order, pieces, subtotal: worth, shipping })
  back.refund_amount = Math.max(0, worth - way.total)
  return way
}
