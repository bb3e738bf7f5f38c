import type { DemoOrder } from './data/orders.ts'
import { demoPeople, emailOf } from './data/people.ts'
import type { DemoShop, PlacedOrder } from './order-stories.ts'

/** Buys as the customer of the order, and returns the order. */
export async function placeOrder(shop: DemoShop, order: DemoOrder): Promise<PlacedOrder> {
  const { market } = shop
  const { hasAccount: _account, groups: _groups, ...address } = demoPeople[order.buyer]
  const region_id = market.regionOf(address.country_code)
  const { carts } = shop.storeFor(market.customerIdOf(order.buyer))
  const { cart } = await carts.create({
    ...{ region_id, country_code: address.country_code },
    sales_channel_id: market.channelId(order.channel),
    items: order.lines.map(([sku, quantity]) => ({ variant_id: market.variantId(sku), quantity })),
  })
  const { id } = cart
  await carts.update({
    ...{ id, email: emailOf(order.buyer), shipping_address: address, billing_address: address },
    ...(order.code ? { discounts: [{ code: order.code }] } : {}),
    ...(order.giftCard ? { gift_cards: [{ code: market.giftCardCode }] } : {}),
  })
  const option = order.lines.some(([sku]) => sku.startsWith('GIFT-CARD')) ? 'By e-mail' : (order.shipping ?? 'Standard')
  await carts.addShippingMethod({ id, option_id: market.optionOf(region_id, option) })
  await carts.createPaymentSessions({ id })
  const { type, data } = await shop.completions.run(() => carts.complete({ id }))
  if (type !== 'order') throw new Error(`The completion of a demo order returned a ${type}`)
  if (order.note) await shop.admin.notes.create({ resource_id: data.id, resource_type: 'order', value: order.note })
  return data
}
