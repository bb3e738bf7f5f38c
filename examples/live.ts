import { enableInventory } from '#server/database/enable-inventory.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop } from '#server/testing/index.ts'
import { openFakeStripe } from '#test/support/fake-stripe.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { email } from '../plugins/email/index.ts'
import { stripe } from '../plugins/stripe/index.ts'
import { money } from './print.ts'

/*
 * A day of a shop with two warehouses, a payment provider and e-mails: `node examples/live.ts`. It starts everything that it needs: the shop on a new
 * database, a mail server, and a server with the API of Stripe.
 */

await using bank = await openFakeStripe()
await using mailServer = await openMailServer()
await using shop = await openTestShop(defineShop({ plugins: [email, stripe] }), {
  env: {
    ...bank.env,
    STRIPE_TIMEOUT_MS: '15000',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Shop <shop@example.com>',
    STORE_URL: 'https://shop.example.com',
  },
  servers: 1,
})
const { admin, store, runJobs } = shop

const { regions } = await admin.regions.list.query()
const region = regions.find(({ currency_code }) => currency_code === 'eur')!
await admin.regions.addPaymentProvider.mutate({ id: region.id, provider_id: 'stripe' })

await enableInventory(shop.orm)
const { stock_location: warehouse } = await admin.stockLocations.create.mutate({ name: 'Second warehouse' })
const { sales_channels } = await admin.salesChannels.list.query()
await admin.salesChannels.addLocation.mutate({ id: sales_channels[0]!.id, location_id: warehouse.id })
const { products } = await store.products.list.query({ limit: 1 })
const variant_id = products[0]!.variants![0]!.id
const inventory_item_id = (await admin.variants.inventory.query({ id: variant_id })).variant.inventory[0]!.id
await stockOnlyWarehouse(5)
await printStock()

const { id: cart_id } = await shop.addCart({ items: [{ variant_id }], cart: { email: 'grace@example.com' } })
const { cart } = await store.carts.selectPaymentSession.mutate({ id: cart_id, provider_id: 'stripe' })
const { amount, client_secret } = cart.payment_session!.data as { amount: number; client_secret: string }
print('Cart', `${cart.items[0]?.title} for ${euros(amount)}, payable with Stripe`)

bank.account.pay(client_secret, 'requires 3-D Secure')
const refused = await store.carts.complete.mutate({ id: cart_id })
print('Card', `the bank asks for 3-D Secure, so the completion returns the ${refused.type}: ${statusOf(refused)}`)

const intent = bank.account.pay(client_secret)
print('Card', `the customer confirms, and the bank holds ${euros(bank.account.heldAmountOf(intent))}`)
const completion = await store.carts.complete.mutate({ id: cart_id })
if (completion.type !== 'order') throw new Error(`The completion returned a ${completion.type}`)
const { id, display_id, items } = completion.data
print('Order', `#${display_id} is placed`)
await printStock()
await sendWebhook('payment_intent.amount_capturable_updated')
print('Webhook', 'Stripe reports the payment again, which changes nothing')
await printMails()

const lines = items.map((item) => ({ item_id: item.id, quantity: item.quantity }))
const { order: packed } = await admin.orders.createFulfillment.mutate({ id, items: lines })
const fulfillment_id = packed.fulfillments!.at(-1)!.id
await admin.orders.capture.mutate({ id })
print('Capture', `${euros(bank.account.heldAmountOf(intent))} of ${euros(amount)} arrived`)
await admin.orders.createShipment.mutate({ id, fulfillment_id, tracking_numbers: ['1Z999AA10123456784'] })
print('Shipment', `the fulfillment leaves from the ${warehouse.name.toLowerCase()}`)
await printStock()
await printMails()

const { return: requested } = await store.returns.create.mutate({ order_id: id, items: lines })
print('Return', `the customer sends back ${lines.length} line`)
await admin.returns.receive.mutate({ id: requested.id, items: lines, location_id: warehouse.id })
await printStock()
await printMails()
const { order } = await admin.orders.get.query({ id })
print('Refund', `${euros(bank.account.refundedAmountOf(intent.id))}, and the order is ${order.payment_status}`)

function print(step: string, text: string): void {
  console.log(`${step.padEnd(10)}${text}`)
}

function euros(minorUnits: number): string {
  return money(minorUnits, 'eur')
}

function statusOf(refusal: typeof refused): string {
  return 'payment_status' in refusal ? refusal.payment_status : ''
}

async function sendWebhook(type: Parameters<typeof bank.webhook>[0]): Promise<void> {
  const { body, headers } = bank.webhook(type, intent)
  const { ok, status } = await fetch(`${shop.url}/stripe/hooks`, { method: 'POST', body, headers })
  if (!ok) throw new Error(`The webhook was refused with ${status}`)
}

/** Moves the stock of the variant to the second warehouse. */
async function stockOnlyWarehouse(stocked_quantity: number): Promise<void> {
  const item = { id: inventory_item_id }
  for (const { location_id } of await readLevels())
    await admin.inventoryItems.updateLevel.mutate({ ...item, location_id, stocked_quantity: 0 })
  await admin.inventoryItems.createLevel.mutate({ ...item, location_id: warehouse.id, stocked_quantity })
}

async function readLevels() {
  return (await admin.inventoryItems.listLevels.query({ id: inventory_item_id })).inventory_item.location_levels
}

async function printStock(): Promise<void> {
  const { stock_locations } = await admin.stockLocations.list.query()
  const levels = await readLevels()
  const texts = stock_locations.map(({ id, name }) => {
    const level = levels.find(({ location_id }) => location_id === id)
    return `${name} ${level?.stocked_quantity ?? 0} (${level?.reserved_quantity ?? 0} reserved)`
  })
  print('Stock', texts.join(', '))
}

async function printMails(): Promise<void> {
  await runJobs()
  for (const { subject, to } of mailServer.received.splice(0))
    print(
      'Mail',
      `"${subject}" to ${[to]
        .flat()
        .map((one) => one?.text)
        .join()}`,
    )
}
