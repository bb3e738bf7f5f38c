import type { Row } from '#database/rows.ts'
import type { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { FulfillmentData, Shipment } from '#entities/market/shipping/fulfillment-port.ts'
import type { Order } from '../order/order.ts'

export interface ShipmentInput {
  id: string
  order: Row<Order>
  items: readonly { line: Row<LineItem>; quantity: number }[]
  method: FulfillmentData
}

export const buildShipment = ({ id, order, items, method }: ShipmentInput): Shipment => ({
  id,
  order: { id: order.id, display_id: order.display_id, email: order.email, currency_code: order.currency_code },
  items: items.map(({ line, quantity }) => ({
    item_id: line.id,
    variant_id: line.variant_id ?? null,
    title: line.title,
    quantity,
  })),
  method,
})
