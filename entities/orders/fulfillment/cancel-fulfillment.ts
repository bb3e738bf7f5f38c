import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { Step } from '#entities/platform/step/step.ts'
import { now } from '#entities/values/clock.ts'
import type { Order } from '../order/order.ts'
import { readReturnableQuantities } from '../order/returnable-quantities.ts'
import { orderStock } from '../stock/order-stock.ts'
import { forEachLine } from './for-each-line.ts'
import type { Fulfillment } from './fulfillment.ts'
import { FulfillmentItem } from './fulfillment-item.ts'

export interface OrderFulfillment {
  order: Row<Order>
  fulfillment: Row<Fulfillment>
}

export const cancelFulfillmentStep = new Step<OrderFulfillment>({
  moment: 'An administrator cancels a fulfillment.',
  context: { order: '', fulfillment: '' },
  fields: ['order', 'line_item'],
})

/** The items can then be fulfilled again. Returns false if the fulfillment is already canceled. */
export async function cancelFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order, fulfillment }: OrderFulfillment,
): Promise<boolean> {
  if (fulfillment.canceled_at) return false
  fulfillment.assertNotShipped()
  const items = await findRows(em, FulfillmentItem, { fulfillment_id: fulfillment.id })
  const returnable = await readReturnableQuantities(em, order.id)
  if (items.some(({ item_id, quantity }) => quantity > (returnable.get(item_id) ?? 0)))
    throw new NotAllowed(
      'Items of the fulfillment are claimed or being returned. Cancel the claim or the return first.',
    ).because({ name: 'fulfillment_items_claimed' })
  await cancelFulfillmentStep.assertAllowed(em, { order, fulfillment })
  fulfillment.data = await findFulfillmentProvider(providers, fulfillment).cancelFulfillment(fulfillment.data)
  fulfillment.canceled_at = now()
  await forEachLine(em, items, (line, quantity) => line.cancelFulfillment(quantity))
  const stock = await orderStock(em)
  await stock.cancelFulfillment(em, fulfillment, items)
  cancelFulfillmentStep.addEffects(em, { order, fulfillment })
  return true
}
