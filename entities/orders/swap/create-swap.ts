import type { EntityManager } from '@mikro-orm/postgresql'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { refuseCategories } from '../return/return-reasons.ts'
import { readReturnedLines } from '../return/returned-lines.ts'
import { fillSwapCart } from './fill-swap-cart.ts'
import type { NewSwap } from './new-swap.ts'
import { requestSwapReturn } from './request-swap-return.ts'
import { Swap } from './swap.ts'

/**
 * Has pieces of an order come back and others sent for them: requests the return, and fills the cart that says what that
 * costs, whose id it answers. Nothing is paid or taken out of the stock before its customer confirms it. All of it or, where it
 * throws, nothing.
 * @throws NotFound or InvalidData for what is not there, and InvalidData for what comes to more than can be paid. NotAllowed
 * for an order that was not sent or not paid, and for more pieces than were sent and are still out.
 */
export async function createSwap(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, ...given }: NewSwap,
): Promise<string> {
  const order = await lockOrder(em, order_id)
  refuseUnready(order)
  await refuseCategories(em, given.return_items)
  const lines = await readReturnedLines(em, order, given.return_items)
  const no_notification = given.no_notification ?? order.no_notification ?? null
  const swap = em.create(Swap, { order_id, no_notification, allow_backorder: given.allow_backorder ?? false })
  const way = await requestSwapReturn(em, providers, { swap, order, lines, given })
  await em.flush()
  const { id: cart_id } = await fillSwapCart(em, { swap, order, lines, way, given })
  swap.cart_id = cart_id
  await em.flush()
  priceCart(await readCart(em, cart_id), 'forced')
  await announceAll(em, [
    { name: 'swap.created', payload: { id: swap.id, no_notification } },
    { name: 'order.swap_created', payload: { id: order_id, swap_id: swap.id, no_notification } },
  ])
  return cart_id
}

function refuseUnready({ canceled_at, payment_status, fulfillment_status }: Order): void {
  if (canceled_at) throw new InvalidData('Cannot create a swap on a canceled item.')
  if (payment_status !== 'captured') throw new NotAllowed('Cannot swap an order that has not been captured')
  if (fulfillment_status === 'not_fulfilled') throw new NotAllowed('Cannot swap an order that has not been fulfilled')
}
