import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import {
  type AddedMethod,
  addShippingMethods,
  type ShippingMethodInput,
} from '#entities/cart/shipping/add-shipping-methods.ts'
import { findFulfillmentProvider } from '#entities/cart/shipping/choose-shipping.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { buildShipment } from '../fulfillment/build-shipment.ts'
import type { Order } from '../order/order.ts'
import type { Return } from './return.ts'

export type ReturnMethodInput = Omit<ShippingMethodInput, 'data'>

interface ReturnShippingTarget {
  returnOrder: Row<Return>
  order: Row<Order>
}

export interface NewReturnShipping extends ReturnShippingTarget {
  /** The value of the items in minor units. The price of a shipping option can depend on it. */
  subtotal: number
  shipping: ReturnMethodInput
}

export interface NewReturnShipment extends ReturnShippingTarget {
  quantities: ReadonlyMap<string, number>
  addedMethod: AddedMethod
}

export async function addReturnShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  { returnOrder, order, subtotal, shipping }: NewReturnShipping,
): Promise<AddedMethod> {
  const goods = { id: order.cart_id ?? order.id, subtotal }
  const shippingTarget = { owner: { return_id: returnOrder.id }, region_id: order.region_id, goods }
  const [addedMethod] = await addShippingMethods(em, providers, { ...shippingTarget, methods: [shipping] })
  return addedMethod as AddedMethod
}

/** Calls the carrier, so all answers of providers that the mutation needs must be there. */
export async function createReturnShipment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { returnOrder, order, quantities, addedMethod: { method, option } }: NewReturnShipment,
): Promise<void> {
  const lines = await findRows(em, LineItem, { id: [...quantities.keys()] })
  const items = lines.map((line) => ({ line, quantity: quantities.get(line.id) ?? 0 }))
  const shipment = buildShipment({ id: returnOrder.id, order, items, method: method.data })
  returnOrder.shipping_data = await findFulfillmentProvider(providers, option).createReturn(shipment)
}
