import { createShopClient } from 'cartwright/client'
import { money, printOrder, shopUrl } from './print.ts'

/* Places an order with the typed client. Run `node examples/checkout.ts` while the demo shop runs. */

const { store } = createShopClient({ url: shopUrl() })

const { regions } = await store.regions.list.query()
const region = regions.find(({ currency_code }) => currency_code === 'eur')
if (!region) throw new Error('The shop has no region with euros. Start the demo shop.')

const { products } = await store.products.list.query({ region_id: region.id })
const variant = products
  .flatMap((product) => product.variants ?? [])
  .find((variant) => variant.inventory_quantity >= 2 && variant.calculated_price !== null)
const product = products.find(({ id }) => id === variant?.product_id)
if (!product || !variant) throw new Error('No product is in stock')
console.log(`Found  ${product.title}, ${variant.title}: ${money(variant.calculated_price ?? 0, region.currency_code)}`)

const { cart } = await store.carts.create.mutate({
  region_id: region.id,
  items: [{ variant_id: variant.id, quantity: 2 }],
})
const { id } = cart
const address = {
  first_name: 'Ada',
  last_name: 'Byron',
  address_1: 'Unter den Linden 1',
  city: 'Berlin',
  postal_code: '10117',
  country_code: 'de',
}
await store.carts.update.mutate({
  id,
  email: 'ada@example.com',
  shipping_address: address,
  billing_address: address,
  discounts: [{ code: 'WELCOME10' }],
})

const { shipping_options } = await store.shippingOptions.listForCart.query({ cart_id: id })
const option = shipping_options[0]
if (!option) throw new Error('No shipping option for this cart')
await store.carts.addShippingMethod.mutate({ id, option_id: option.id })
await store.carts.createPaymentSessions.mutate({ id })
await store.carts.selectPaymentSession.mutate({ id, provider_id: 'manual' })

// With the same key, a repeated request returns the same order.
const context = { idempotencyKey: crypto.randomUUID() }
const done = await store.carts.complete.mutate({ id }, { context })
if (done.type !== 'order') throw new Error('The payment requires an action of the customer')
printOrder(done.data)
