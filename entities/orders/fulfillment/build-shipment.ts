import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { FulfillmentData, Shipment } from '#entities/market/shipping/fulfillment-port.ts'
import type { Order } from '../order/order.ts'

export interface ShipmentInput {
  /** Of the parcel or the return. */
  id: string
  order: Order
  pieces: readonly { line: LineItem; quantity: number }[]
  method: FulfillmentData
}

/** What a provider is told of pieces on their way. */
export const buildShipment = ({ id, order, pieces, method }: ShipmentInput): Shipment => ({
  id,
  order: { id: order.id, display_id: order.display_id, email: order.email, currency_code: order.currency_code },
  items: pieces.map(({ line, quantity }) => ({
    item_id: line.id,
    variant_id: line.variant_id ?? null,
    title: line.title,
    quantity,
  })),
  method,
})
