import {
  Cart,
  inTransaction,
  LineItem,
  lockRow,
  Order,
  type PluginContext,
  readCartFingerprint,
  rowWithFields,
} from 'cartwright'
import { fields, Subscription } from './subscription.ts'

export interface PreparedCart {
  id: string
  fingerprint: string
}

/**
 * Prepares the cart of the next renewal, and a new one if a caller of the store has changed it. Otherwise a repeated call returns the same cart.
 * Undefined if the subscription has changed.
 */
export async function openCart(
  shop: Pick<PluginContext, 'em' | 'as'>,
  subscription: Subscription,
): Promise<PreparedCart | undefined> {
  const { cart_id: earlier = null, cart_fingerprint: fingerprint } = subscription
  if (earlier && fingerprint && (await readCartFingerprint(shop.em, earlier)) === fingerprint)
    return { id: earlier, fingerprint }
  const { id, period, customer_id, variant_id, quantity, order_id } = subscription
  const populate = ['shipping_address', 'billing_address', 'shipping_methods'] as const
  const order = await shop.em.findOneOrFail(Order, { id: order_id }, { populate })
  const { region_id, sales_channel_id } = order
  const items = [{ variant_id: variant_id ?? '', quantity }]
  const { store } = shop.as({ customer_id })
  /** A job that runs again after a crash gets the first response of each step. */
  const once = (step: string) =>
    shop.as({ customer_id }, { idempotencyKey: `${id} ${period} ${earlier ?? ''} ${step}` }).store.carts
  const cart_id = (await once('create').create({ region_id, sales_channel_id, items })).cart.id
  const [shipping_address, billing_address] = [copyOf(order.shipping_address), copyOf(order.billing_address)]
  await store.carts.update({ id: cart_id, shipping_address, billing_address })
  const { shipping_options } = await store.shippingOptions.listForCart({ cart_id })
  const usual = order.shipping_methods.getItems().map(({ shipping_option_id }) => shipping_option_id)
  const option_id = (shipping_options.find((option) => usual.includes(option.id ?? '')) ?? shipping_options[0])?.id
  if (option_id) await once(`ship ${cart_id} ${option_id}`).addShippingMethod({ id: cart_id, option_id })
  return inTransaction(shop.em, async (em) => {
    await lockRow(em, Cart, { id: cart_id })
    const current = await lockRow(em, Subscription, { id })
    if (current?.status !== 'active' || current.period !== period) return undefined
    if ((current.cart_id ?? null) !== earlier) return undefined
    const line = await lockRow(em, LineItem, { cart_id })
    if (!line) return undefined
    current.cart_id = cart_id
    rowWithFields(line, fields.line_item).subscription_id = id
    const { agreed_price: unit_price, agreed_includes_tax: includes_tax } = current
    if (unit_price != null) Object.assign(line, { unit_price, includes_tax, is_price_fixed: true, should_merge: false })
    const fingerprint = await readCartFingerprint(em, cart_id)
    current.cart_fingerprint = fingerprint
    return { id: cart_id, fingerprint }
  })
}

const ADDRESS = 'first_name,last_name,company,address_1,address_2,city,postal_code,province,country_code,phone'.split(
  ',',
)

const copyOf = (address: object | null | undefined): Record<string, string> | null =>
  address
    ? Object.fromEntries(Object.entries(address).filter(([name, value]) => value && ADDRESS.includes(name)))
    : null
