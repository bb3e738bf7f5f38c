import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { type FulfillmentProviders, findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { Order } from '../order/order.ts'
import { readReturnableQuantities } from '../order/returnable-quantities.ts'
import type { Fulfillment } from './fulfillment.ts'
import { FulfillmentItem } from './fulfillment-item.ts'

export interface OrderFulfillment {
  /** That of the parcel, or of its claim or swap; it is locked. */
  order: Order
  fulfillment: Fulfillment
}

/**
 * Unpacks a parcel: its pieces may be packed again. Answers whether there was anything to do: a canceled parcel stays as
 * it is.
 * @throws NotAllowed for a parcel that was shipped, and for one of whose pieces some are claimed or come back: that would
 * be pieces that nobody has packed.
 */
export async function cancelFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order, fulfillment }: OrderFulfillment,
): Promise<boolean> {
  if (fulfillment.canceled_at) return false
  if (fulfillment.shipped_at) {
    throw new NotAllowed('The fulfillment has already been shipped. Shipped fulfillments cannot be canceled')
  }
  const items = await em.find(FulfillmentItem, { fulfillment_id: fulfillment.id })
  const free = await readReturnableQuantities(em, order.id)
  if (items.some(({ item_id, quantity }) => quantity > (free.get(item_id) ?? 0)))
    throw new NotAllowed(
      'Items of the fulfillment are claimed or being returned. Cancel the claim or the return first.',
    )
  fulfillment.data = await findFulfillmentProvider(providers, fulfillment).cancelFulfillment(fulfillment.data)
  fulfillment.canceled_at = new Date()
  const lines = await em.find(LineItem, { id: { $in: items.map(({ item_id }) => item_id) } })
  for (const line of lines) {
    const quantity = items.find(({ item_id }) => item_id === line.id)?.quantity ?? 0
    line.fulfilled_quantity = (line.fulfilled_quantity ?? 0) - quantity
  }
  return true
}
