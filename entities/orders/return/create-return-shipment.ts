import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import {
  type AddedMethod,
  addShippingMethods,
  type ShippingMethodInput,
} from '#entities/cart/shipping/add-shipping-methods.ts'
import { type FulfillmentProviders, findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import { buildShipment } from '../fulfillment/build-shipment.ts'
import type { Order } from '../order/order.ts'
import type { Return } from './return.ts'

export type ReturnMethodInput = Omit<ShippingMethodInput, 'data'>

export interface ReturnShipmentInput {
  back: Return
  order: Order
  /** How many pieces of each line come back. */
  pieces: ReadonlyMap<string, number>
  /** What they are worth, in minor units: a calculated price may depend on it. */
  subtotal: number
  shipping: ReturnMethodInput
}

/**
 * Has a return brought back by a shipping option; answers the method with what it costs.
 * @throws as `addMethods`.
 */
export async function createReturnShipment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { back, order, pieces, subtotal, shipping }: ReturnShipmentInput,
): Promise<AddedMethod> {
  const goods = { id: order.cart_id ?? order.id, subtotal }
  const consignment = { owner: { return_id: back.id }, region_id: order.region_id, goods }
  const [added] = await addShippingMethods(em, providers, { ...consignment, methods: [shipping] })
  const { method, option } = added as AddedMethod
  const lines = await em.find(LineItem, { id: { $in: [...pieces.keys()] } })
  const shipped = lines.map((line) => ({ line, quantity: pieces.get(line.id) ?? 0 }))
  const shipment = buildShipment({ id: back.id, order, pieces: shipped, method: method.data })
  back.shipping_data = await findFulfillmentProvider(providers, option).createReturn(shipment)
  return added as AddedMethod
}
