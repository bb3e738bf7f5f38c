import type { LineItem } from '../cart/line-item.ts'
import type { Order } from '../order/order.ts'
import type { FulfillmentData, Shipment } from '../shipping/fulfillment.ts'

export interface Shipped {
  /** Of the parcel or the return. */
  id: string
  order: Order
  pieces: readonly { line: LineItem; quantity: number }[]
  method: FulfillmentData
}

/** What a provider is told of pieces on their way. */
export const shipmentOf = ({ id, order, pieces, method }: Shipped): Shipment => ({
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
