import { firstLineQuantity, orderActions } from './order-actions.ts'
import type { LineItem, Order, Region } from './resources.ts'
import type { TestShop } from './shop.ts'

export interface DeliveredLine {
  order: Order
  item: LineItem
  path: string
}

export interface DeliveredLineOptions {
  region: Region
  /** Default: 1000. */
  price?: number
  quantity?: number
  /** Default: the quantity of the line. */
  fulfilled?: number
  shipped?: number
  discounts?: readonly string[]
  gift_cards?: readonly string[]
  captured?: boolean
}

export async function createDeliveredLine(
  shop: TestShop,
  {
    price = 1000,
    quantity = 1,
    fulfilled = quantity,
    shipped = fulfilled,
    captured = true,
    ...options
  }: DeliveredLineOptions,
): Promise<DeliveredLine> {
  const variant = await shop.given.regionalVariant(options.region, price)
  const option = await shop.given.freeShippingOption(options.region)
  const order = await shop.given.order({ ...options, option, lines: [[variant, quantity]] })
  const orders = orderActions(() => shop)
  if (captured) await orders.act(order, 'capture')
  if (shipped > 0) await orders.ship(order, shipped)
  if (fulfilled > shipped) {
    const items = firstLineQuantity(order, fulfilled - shipped)
    await orders.act(order, 'fulfillment', { items })
  }
  return { order, item: order.items[0], path: `/admin/orders/${order.id}/claims` }
}

export const refundClaimBody = ({ item }: { item: { id: string } }, overrides = {}) => ({
  type: 'refund',
  claim_items: [{ item_id: item.id, quantity: 1, reason: 'missing_item' }],
  ...overrides,
})
