import medusa from '@medusajs/medusa-js'
import { money, printOrder, shopUrl } from './print.ts'

/* Runs a store visit with the unmodified client of Medusa v1: `node examples/storefront.ts` */

// The types of the client need a package of the Medusa server, so this file declares the used parts.
interface Variant {
  id: string
  product_id: string
  title: string
  inventory_quantity: number
  calculated_price: number | null
}
interface Product {
  id: string
  title: string
  variants: Variant[]
}
interface Region {
  id: string
  currency_code: string
}

// The types declare a module with a `default` property, but Node imports the class itself.
const Medusa = 'default' in medusa ? medusa.default : medusa
const visitor = new Medusa({ baseUrl: shopUrl(), maxRetries: 0 })

const account = { email: `grace.${Date.now()}@example.com`, password: 'a compiler for people' }
await visitor.customers.create({ ...account, first_name: 'Grace', last_name: 'Hopper' })
// Browsers store the session cookie. Other clients need the token.
const { access_token } = await visitor.auth.getToken(account)
const customHeaders = { Authorization: `Bearer ${access_token}` }
const client = new Medusa({ baseUrl: shopUrl(), maxRetries: 0, customHeaders })
const { customer } = await client.customers.retrieve()
console.log(`Hello  ${customer.first_name} ${customer.last_name}`)

const { regions }: { regions: Region[] } = await client.regions.list()
const region = regions.find(({ currency_code }) => currency_code === 'eur')
if (!region) throw new Error('The shop has no region with euros. Start the demo shop.')

const { products }: { products: Product[] } = await client.products.list({ region_id: region.id })
const variant = products
  .flatMap((product) => product.variants)
  .find((variant) => variant.inventory_quantity >= 2 && variant.calculated_price !== null)
const product = products.find(({ id }) => id === variant?.product_id)
if (!product || !variant) throw new Error('No product is in stock')
console.log(`Found  ${product.title}, ${variant.title}: ${money(variant.calculated_price ?? 0, region.currency_code)}`)

const { cart } = await client.carts.create({ region_id: region.id })
await client.carts.lineItems.create(cart.id, { variant_id: variant.id, quantity: 2 })
const address = {
  first_name: 'Grace',
  last_name: 'Hopper',
  address_1: 'Rue de Rivoli 1',
  city: 'Paris',
  postal_code: '75001',
  country_code: 'fr',
}
const { gift_card } = await client.giftCards.retrieve('DEMO-GIFT-CARD-0050')
await client.carts.update(cart.id, {
  shipping_address: address,
  billing_address: address,
  discounts: [{ code: 'WELCOME10' }],
  gift_cards: gift_card.balance > 0 ? [{ code: gift_card.code }] : [],
})

const { shipping_options } = await client.shippingOptions.listCartOptions(cart.id)
const option = shipping_options[0]
if (!option?.id) throw new Error('No shipping option for this cart')
await client.carts.addShippingMethod(cart.id, { option_id: option.id })
await client.carts.createPaymentSessions(cart.id)
await client.carts.setPaymentSession(cart.id, { provider_id: 'manual' })

const done = await client.carts.complete(cart.id)
if (done.type !== 'order') throw new Error('The payment is not authorised')
const { order } = await client.orders.retrieve(done.data.id)
printOrder(order)

const { orders } = await client.customers.listOrders()
console.log(`\nHistory: ${orders.map(({ display_id }: { display_id: number }) => `#${display_id}`).join(', ')}`)
