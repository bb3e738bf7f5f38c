import type { MedusaClient } from '../medusa-client.ts'
import { ADDRESS } from './customers.ts'

/** Finds a variant in stock and a region in which it has a price. */
export async function findGoods({ regions, products }: MedusaClient) {
  const { regions: all } = await regions.list()
  const region = all.find(({ currency_code }: { currency_code: string }) => currency_code === 'eur')
  const { products: found } = await products.list({ region_id: region.id, limit: 50 })
  const variants = found.flatMap((one: { variants: object[] }) => one.variants)
  const isInStock = (one: { inventory_quantity: number; calculated_price: number | null }) =>
    one.inventory_quantity > 20 && one.calculated_price !== null
  return { region, products: found, variants: variants.filter(isInStock) }
}

/** Creates a cart with two lines, addresses, shipping and payment. */
export async function fillCart(client: MedusaClient, { email }: { email: string }) {
  const { region, variants } = await findGoods(client)
  const items = variants.slice(0, 2).map(({ id }: { id: string }) => ({ variant_id: id, quantity: 3 }))
  const { cart } = await client.carts.create({ region_id: region.id, items })
  const addresses = { shipping_address: ADDRESS, billing_address: ADDRESS }
  await client.carts.update(cart.id, { email, ...addresses })
  const { shipping_options } = await client.shippingOptions.listCartOptions(cart.id)
  await client.carts.addShippingMethod(cart.id, { option_id: shipping_options[0].id })
  await client.carts.createPaymentSessions(cart.id)
  return cart
}

export async function placeOrder(client: MedusaClient, { email = 'guest@example.com' } = {}) {
  const { id } = await fillCart(client, { email })
  const { data } = await client.carts.complete(id)
  return data
}

/** Places an order, captures its payment and ships all lines. */
export async function deliverOrder(client: MedusaClient) {
  const { id } = await placeOrder(client)
  const { orders } = client.admin
  const { order } = await orders.capturePayment(id)
  const items = order.items.map((item: { id: string; quantity: number }) => ({
    item_id: item.id,
    quantity: item.quantity,
  }))
  const { order: packed } = await orders.createFulfillment(id, { items })
  const fulfillment_id = packed.fulfillments[0].id
  return (await orders.createShipment(id, { fulfillment_id, tracking_numbers: ['T1'] })).order
}
