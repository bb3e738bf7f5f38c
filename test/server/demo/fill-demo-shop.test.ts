import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { Order } from '#entities/orders/order/order.ts'
import type { NotificationProvider } from '#entities/platform/notification/notification-port.ts'
import { now } from '#entities/values/clock.ts'
import { demoOrders } from '#server/demo/data/orders.ts'
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop, shopConfig, type TestShop } from '#test/support/shop.ts'

const DAY = 24 * 60 * 60 * 1000

const sentMessages: string[] = []
const mailbox: NotificationProvider = {
  id: 'mailbox',
  events: ['order.placed', 'order.shipment_created', 'order.refund_created', 'customer.created'],
  send: async ({ event_name }) => void sentMessages.push(event_name),
}

const ending = new AsyncDisposableStack()
let shop: TestShop
let filledAt: Date
beforeAll(async () => {
  shop = ending.use(await openTestShop({ demo: true, notifications: new Map([['mailbox', mailbox]]) }))
  const { orm, files, url } = shop
  await fillDemoShop({ orm, files, config: shopConfig, origin: url })
  filledAt = now()
})
afterAll(() => ending.disposeAsync())

const readOrders = () => shop.orm.em.fork().find(Order, {}, { orderBy: { display_id: 'asc' } })

test('the shop satisfies all invariants', async () => {
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  const violations = await findViolations(async (sql) => (await client.query(sql)).rows)
  await client.end()
  expect(violations).toEqual([])
})

test('the orders of four weeks are in every state, and their numbers follow their times', async () => {
  const orders = await readOrders()
  expect(orders.length).toBe(demoOrders.length + 1)
  const times = orders.map(({ created_at }) => created_at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(Math.max(...times)).toBeLessThanOrEqual(filledAt.getTime())
  const ages = new Set(times.map((time) => Math.floor((filledAt.getTime() - time) / DAY)))
  expect(ages.size).toBe(28)
  const states = new Set(orders.flatMap((order) => [order.status, order.payment_status, order.fulfillment_status]))
  expect([...states].toSorted()).toEqual(
    [
      ...['archived', 'awaiting', 'canceled', 'captured', 'completed', 'fulfilled', 'not_fulfilled'],
      ...['partially_fulfilled', 'partially_refunded', 'partially_returned', 'partially_shipped', 'pending'],
      ...['refunded', 'requires_action', 'returned', 'shipped'],
    ].toSorted(),
  )
})

test('PostgreSQL knows the number of orders', async () => {
  const [table] = await shop.orm.em.fork().execute(`select reltuples from pg_class where relname = 'order'`)
  expect(table).toEqual({ reltuples: demoOrders.length + 1 })
})

test('each step of an order happens after the step before it', async () => {
  const { orders } = await expectSuccess(shop.admin.get('/admin/orders?limit=100'))
  for (const { id } of orders) {
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${id}`))
    const [payment] = order.payments
    const [fulfillment] = order.fulfillments
    const steps = [order.created_at, payment?.captured_at, fulfillment?.created_at, fulfillment?.shipped_at]
    const times = steps.flatMap((time) => (time ? [new Date(time).getTime()] : []))
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
})

test('each product has a category and pictures that the server serves to other origins', async () => {
  const { products } = await expectSuccess(
    shop.get('/store/products?limit=100&fields=handle,thumbnail&expand=images,categories'),
  )
  expect(products).toHaveLength(17)
  for (const { handle, thumbnail, images, categories } of products) {
    expect(categories, handle ?? '').not.toEqual([])
    expect(images?.[0]?.url).toBe(thumbnail)
    for (const { url } of images ?? []) {
      const picture = await fetch(url)
      expect(picture.status).toBe(200)
      expect(picture.headers.get('content-type')).toBe('image/svg+xml')
      expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await picture.text()).toMatch(/^<svg .*<\/svg>\n$/s)
    }
  }
})

test('no customer gets a message about an old order', async () => {
  await shop.runJobs()
  expect(sentMessages).toEqual([])
})

test('prices exist in the currency of each region', async () => {
  const { regions } = await expectSuccess(shop.get('/store/regions'))
  expect(regions.map(({ currency_code }) => currency_code).toSorted()).toEqual(['chf', 'eur', 'gbp', 'usd'])
  for (const { id } of regions) {
    const { products } = await expectSuccess(shop.get(`/store/products?region_id=${id}&limit=100`))
    const prices = products.flatMap(({ variants }) => variants?.map(({ calculated_price }) => calculated_price) ?? [])
    expect(Math.min(...prices.map(Number))).toBeGreaterThan(0)
  }
})
