import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Order, type Payment } from '#server/index.ts'
import { openTestShop, type TestShop } from '#server/testing/index.ts'
import { type FakeStripe, openFakeStripe } from '#test/support/fake-stripe.ts'
import { runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { subscriptionShop } from '#test/support/subscriptions-worker.ts'
import { renewDue } from '../../plugins/subscriptions/renew.ts'
import { Subscription } from '../../plugins/subscriptions/subscription.ts'

type Shop = TestShop<typeof subscriptionShop>

const PERIODS = 4
const CUSTOMERS = 3
const MINUTE = 60_000

/** The customer pays with Stripe.js and saves the card. */
async function subscribe(shop: Shop, { account }: FakeStripe, variant_id: string): Promise<string> {
  const customer = await shop.addCustomer()
  const cart = await shop.addCart({ customer, items: [{ variant_id, subscription_interval: '1 month' }] })
  const data = { setup_future_usage: 'off_session' }
  const changed = await cart.store.carts.updatePaymentSession.mutate({ id: cart.id, provider_id: 'stripe', data })
  account.pay(changed.cart.payment_session?.data.client_secret)
  await cart.complete()
  return customer.id
}

/** Kills a worker that renews, at a moment that differs in each period. */
async function killWorker(shop: Shop, fake: FakeStripe, { after, files }: { after: number; files: string }) {
  const env = { DATABASE_URL: shop.databaseUrl, FILES_DIR: files, SESSION_SECRET: 'x'.repeat(32) }
  const before = fake.requests.length
  await using worker = runProgram([process.execPath, 'test/support/subscriptions-worker.ts'], {
    ...{ ...env, ...fake.env, LOG_LEVEL: 'silent', TIME_ZONE: 'Europe/Berlin' },
  })
  await worker.waitFor(() => fake.requests.length >= before + after)
  await pause(after * 7)
  worker.signal('SIGKILL')
  await worker.result
}

const due = (shop: Shop): Promise<Subscription[]> =>
  shop.orm.em.fork().find(Subscription, {}, { orderBy: { due_at: 1 } })

test('each period of four months has exactly one order and one charge, while workers are killed', async () => {
  await using fake = await openFakeStripe()
  using files = scratchDirectory()
  await using shop = await openTestShop(subscriptionShop, { env: { ...fake.env, TIME_ZONE: 'Europe/Berlin' } })
  const { regions } = await shop.admin.regions.list.query({})
  const region = regions.find(({ name }) => name === 'Europe')
  await shop.admin.regions.update.mutate({ id: String(region?.id), payment_providers: ['stripe'] })
  const { products } = await shop.store.products.list.query({ limit: 1, is_giftcard: false })
  const { id: variant_id = '', product_id = '' } = products[0]?.variants?.[0] ?? {}
  await shop.admin.products.updateVariant.mutate({
    ...{ id: product_id, variant_id, subscription_intervals: ['1 month'], inventory_quantity: 1000 },
  })
  await shop.setTime(new Date('2027-01-31T11:00:00Z'))
  for (let i = 0; i < CUSTOMERS; i++) await subscribe(shop, fake, variant_id)
  fake.fault = 'slow'

  for (let period = 1; period <= PERIODS; period++) {
    const first = (await due(shop)).at(-1)!
    let time = first.due_at.getTime() + MINUTE
    await shop.setTime(new Date(time))
    await renewDue.enqueue(shop.orm.em.fork(), {})
    // Each renewal sends about eight requests. The moments of the kills move through them.
    await killWorker(shop, fake, { after: period, files: files.path })
    await killWorker(shop, fake, { after: 1 + ((period * 5) % 11), files: files.path })
    const isDone = async () => (await due(shop)).every((subscription) => subscription.period > period)
    while (!(await isDone())) {
      time += 10 * MINUTE
      await shop.setTime(new Date(time))
      await shop.runJob(renewDue, {}).catch(() => {})
    }
  }

  const orders = await shop.orm.em.fork().find(Order, {}, { populate: ['payments'], orderBy: { created_at: 1 } })
  const mine = orders.filter(({ created_at }) => created_at >= new Date('2027-01-01'))
  const months = Map.groupBy(mine, ({ customer_id }) => customer_id)
  expect(months.size).toBe(CUSTOMERS)
  for (const placed of months.values())
    expect(placed.map(({ created_at }) => created_at.toISOString().slice(0, 10))).toEqual([
      ...['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
    ])
  const paid = mine.flatMap(({ payments }) => payments.getItems().map(({ data }: Payment) => String(data.id)))
  const held = [...fake.account.intents.values()].filter((intent) => fake.account.heldAmountOf(intent) > 0)
  expect(paid.toSorted()).toEqual(held.map(({ id }) => id).toSorted())
}, 900_000)
