import { createShopClient, type RouterOutputs } from 'cartwright/client'
import { money, shopUrl } from './print.ts'

/* Captures, fulfills, refunds, replaces and returns an order: `ADMIN_PASSWORD=… node examples/after-sale.ts` */

type Order = RouterOutputs['admin']['orders']['get']['order']

const { ADMIN_EMAIL: email = 'admin@example.com', ADMIN_PASSWORD: password = '' } = process.env
const { access_token } = await createShopClient({ url: shopUrl() }).admin.auth.token.mutate({ email, password })
const { store } = createShopClient({ url: shopUrl() })
const { admin } = createShopClient({ url: shopUrl(), token: access_token })

const placed = await placeOrder()
const { id } = placed
const [line] = placed.items
if (!line) throw new Error('The order has no lines')
console.log(`Order #${placed.display_id}: ${line.quantity} × ${line.title}, discounted\n`)
await explain('Placed')

await admin.orders.capture.mutate({ id })
await explain('Captured')

const { order: packed } = await admin.orders.createFulfillment.mutate({
  id,
  items: [{ item_id: line.id, quantity: line.quantity - 1 }],
})
tell('Packed', packed)
const fulfillment = packed.fulfillments?.at(-1)
if (!fulfillment) throw new Error('The order has no fulfillment')
const { order: shipped } = await admin.orders.createShipment.mutate({
  id,
  fulfillment_id: fulfillment.id,
  tracking_numbers: ['1Z999AA10123456784'],
})
tell('Shipped', shipped)

const broken = [
  {
    item_id: line.id,
    quantity: 1,
    reason: 'production_failure' as const,
    note: 'It arrived in two parts',
  },
]
const { order: refunded } = await admin.orders.createClaim.mutate({ id, type: 'refund', claim_items: broken })
console.log(`Claim     ${amount(refunded.claims?.[0]?.refund_amount ?? 0)} refunded for a broken item`)
await explain('Refunded')

const dearer = await findDearer(line.variant_id)
const method = packed.shipping_methods?.[0]
if (!method) throw new Error('No shipping option for this order')
const { order: replaced } = await admin.orders.createClaim.mutate({
  id,
  type: 'replace',
  claim_items: [{ item_id: line.id, quantity: 1, reason: 'wrong_item' }],
  additional_items: [{ variant_id: dearer.id, quantity: 1 }],
  shipping_methods: [{ option_id: method.shipping_option_id, price: 0 }],
})
const claim = replaced.claims?.find(({ type }) => type === 'replace')
if (!claim) throw new Error('There is no claim')
console.log(
  `Exchange  ${line.title} for ${claim.additional_items?.[0]?.title}, ${claim.additional_items?.[0]?.description}`,
)
const { order: sentAgain } = await admin.orders.fulfillClaim.mutate({ id, claim_id: claim.id })
const exchange = sentAgain.claims?.find((one) => one.id === claim.id)?.fulfillments?.[0]
if (!exchange) throw new Error('The exchange was not packed')
await admin.orders.createClaimShipment.mutate({ id, claim_id: claim.id, fulfillment_id: exchange.id })
await explain('Exchanged')

const { order: asked } = await admin.orders.requestReturn.mutate({ id, items: [{ item_id: line.id, quantity: 1 }] })
const back = asked.returns?.at(-1)
if (!back) throw new Error('There is no return')
await admin.returns.receive.mutate({ id: back.id, items: [{ item_id: line.id, quantity: 1 }] })
console.log(`Return    ${amount(back.refund_amount)} refunded for a returned item`)
await explain('Returned')

await admin.orders.complete.mutate({ id })
const { order: archived } = await admin.orders.archive.mutate({ id })
tell('Archived', archived)

async function placeOrder() {
  const { regions } = await store.regions.list.query()
  const region = regions.find(({ currency_code }) => currency_code === 'eur')
  if (!region) throw new Error('The shop has no region with euros. Start the demo shop.')
  const { products } = await store.products.list.query({ region_id: region.id })
  const variant = products.flatMap(({ variants }) => variants ?? []).find((one) => one.inventory_quantity >= 5)
  if (!variant) throw new Error('No product is in stock')
  const { cart } = await store.carts.create.mutate({
    region_id: region.id,
    items: [{ variant_id: variant.id, quantity: 5 }],
  })
  const address = { first_name: 'Grace', last_name: 'Hopper', address_1: 'Unter den Linden 1', city: 'Berlin' }
  const home = { ...address, postal_code: '10117', country_code: 'de' }
  await store.carts.update.mutate({
    id: cart.id,
    email: 'grace@example.com',
    shipping_address: home,
    billing_address: home,
    discounts: [{ code: 'WELCOME10' }],
  })
  const { shipping_options } = await store.shippingOptions.listForCart.query({ cart_id: cart.id })
  if (!shipping_options[0]) throw new Error('No shipping option for this order')
  await store.carts.addShippingMethod.mutate({ id: cart.id, option_id: shipping_options[0].id })
  await store.carts.createPaymentSessions.mutate({ id: cart.id })
  await store.carts.selectPaymentSession.mutate({ id: cart.id, provider_id: 'manual' })
  const done = await store.carts.complete.mutate({ id: cart.id })
  if (done.type !== 'order') throw new Error('The payment requires an action of the customer')
  return done.data
}

async function findDearer(than: string | null) {
  const { region_id } = placed
  const { products } = await store.products.list.query({ region_id })
  const variants = products.flatMap(({ variants }) => variants ?? []).filter((one) => one.inventory_quantity > 0)
  const price = variants.find((one) => one.id === than)?.calculated_price ?? 0
  const dearer = variants.find((one) => (one.calculated_price ?? 0) > price)
  if (!dearer) throw new Error('No variant in stock has a higher price')
  return dearer
}

function amount(minorUnits: number): string {
  return money(minorUnits, placed.currency_code)
}

function tell(step: string, { status, fulfillment_status, payment_status }: Order): void {
  console.log(`${step.padEnd(10)}${status}, ${fulfillment_status}, ${payment_status}`)
}

async function explain(step: string): Promise<void> {
  const { order } = await admin.orders.get.query({ id })
  tell(step, order)
  const { total, refundable_amount } = await admin.orders.explainTotals.query({ id })
  const parts = total.parts.map((part) => `${part.kind} ${amount(part.amount)}`).join(', ')
  console.log(`          total ${amount(total.amount)} = ${parts}`)
  const left = refundable_amount.parts.map((part) => `${part.kind} ${amount(part.amount)}`).join(', ')
  console.log(`          left  ${amount(refundable_amount.amount)} = ${left || 'no payment'}\n`)
}
