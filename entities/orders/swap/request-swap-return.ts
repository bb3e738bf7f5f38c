import type { EntityManager } from '@mikro-orm/postgresql'
import type { AddedMethod } from '#entities/cart/shipping/add-shipping-methods.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { sum } from '#entities/values/money.ts'
import type { Order } from '../order/order.ts'
import { arrangeReturnShipping, requestReturnItems } from '../return/request-return-items.ts'
import { Return } from '../return/return.ts'
import type { ReturnedLine } from '../return/returned-lines.ts'
import type { NewSwap } from './new-swap.ts'
import type { Swap } from './swap.ts'

export interface SwapContents {
  swap: Swap
  order: Order
  /** What comes back, in the order of `given.return_items`. */
  lines: readonly ReturnedLine[]
  given: Omit<NewSwap, 'order_id'>
}

/**
 * Requests the return of a swap. The part of each item is what the swap gives credit for; the return itself is received
 * without a refund, and tells what its pieces are worth without their shipping. Answers how they come back.
 * @throws as `bringBack`.
 */
export async function requestSwapReturn(
  em: EntityManager,
  providers: FulfillmentProviders,
  { swap, order, lines, given }: SwapContents,
): Promise<AddedMethod | undefined> {
  const { return_items: items, return_shipping, return_location_id: location_id = null, isByCustomer } = given
  const { no_notification } = swap
  const refunds = lines.map(({ worth }) => worth)
  const worth = sum(refunds)
  const back = em.create(Return, { swap_id: swap.id, no_notification, location_id, refund_amount: worth })
  requestReturnItems(em, back, { items, lines, refunds })
  const shipping = return_shipping && { ...return_shipping, isByCustomer }
  const way = await arrangeReturnShipping(em, providers, { back, order, items, lines, shipping })
  back.refund_amount = Math.max(0, worth - (way?.total ?? 0))
  return way
}
