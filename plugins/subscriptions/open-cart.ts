import { Cart, inTransaction, LineItem, lockRow, Order, type PluginContext, rowWithFields } from 'cartwright'
import { fields, Subscription } from './subscription.ts'

/** Prepares the cart of the next renewal. A repeated call returns the same cart. Undefined if the subscription has changed. */
export async function openCart(shop: PluginContext, subscription: Subscription): Promise<string | undefined> {
  const { id, period, customer_id, variant_id, quantity, order_id } = subscription
  const populate = ['shipping_address', 'billing_address', 'shipping_methods'] as const
  const order = await shop.em.findOneOrFail(Order, { id: order_id }, { populate })
  const { region_id, sales_channel_id } = order
  const items = [{ variant_id: variant_id ?? '', quantity }]
  const { store } = shop.as({ customer_id })
  const { carts } = shop.as({ customer_id }, { idempotencyKey: `${id} ${period}` }).store
  const cart_id = (await carts.create({ region_id, sales_channel_id, items })).cart.id
  const [shipping_address, billing_address] = [copyOf(order.shipping_address), copyOf(order.billing_address)]
  await store.carts.update({ id: cart_id, shipping_address, billing_address })
  const { shipping_options } = await store.shippingOptions.listForCart({ cart_id })
  const usual = order.shipping_methods.getItems().map(({ shipping_option_id }) => shipping_option_id)
  const option_id = (shipping_options.find((option) => usual.includes(option.id ?? '')) ?? shipping_options[0])?.id
  if (option_id) await store.carts.addShippingMethod({ id: cart_id, option_id })
  return inTransaction(shop.em, async (em) => {
    await lockRow(em, Cart, { id: cart_id })
    const current = await lockRow(em, Subscription, { id })
    if (current?.status !== 'active' || current.period !== period) return undefined
    if (current.cart_id) return current.cart_id
    const line = await lockRow(em, LineItem, { cart_id })
    if (!line) return undefined
    current.cart_id = cart_id
    rowWithFields(line, fields.line_item).subscription_id = id
    const { agreed_price: unit_price, agreed_includes_tax: includes_tax } = current
    if (unit_price != null) Object.assign(line, { unit_price, includes_tax, is_price_fixed: true, should_merge: false })
    return cart_id
  })
}

const ADDRESS = 'first_name,last_name,company,address_1,address_2,city,postal_code,province,country_code,phone'.split(
  ',',
)

const copyOf = (address: object | null | undefined): Record<string, string> | null =>
  address
    ? Object.fromEntries(Object.entries(address).filter(([name, value]) => value && ADDRESS.includes(name)))
    : null
