import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { WebhookDelivery } from '#entities/platform/webhook/webhook-delivery.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { orderActions } from '#test/support/order-actions.ts'
import { deleteJobs, failJobs } from '#test/support/queued-jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

let shop: TestShop
const { act } = orderActions(() => shop)
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const sales = async (query: string) => (await expectSuccess(shop.admin.get(`/admin/statistics/sales?${query}`))).sales
const attention = async () => {
  const { attention } = await expectSuccess(shop.admin.get('/admin/statistics/attention'))
  return Object.fromEntries(attention.map((one) => [one.reason, one]))
}

test('the days of a time zone have the orders, the revenue and the refunds of each region', async () => {
  const [euro, dollar] = [await shop.given.region(), await shop.given.region({ currency_code: 'usd' })]
  const option = await shop.given.shippingOption(euro)
  const card = await shop.given.giftCard(euro, 300)
  const at = (order: { id: string }, time: string) =>
    changeRows(shop, Order, { id: order.id }, { created_at: new Date(time) })
  const evening = await shop.given.order({ region: euro, option })
  await at(evening, '2025-03-01T22:30:00Z')
  const night = await shop.given.order({ region: euro, option, gift_cards: [card.code] })
  await at(night, '2025-03-01T23:30:00Z')
  const canceled = await shop.given.order({ region: euro, option })
  await at(canceled, '2025-03-01T12:00:00Z')
  await act(canceled, 'cancel')
  const variant = await shop.given.regionalVariant(dollar, 2000)
  const other = await shop.given.order({ region: dollar, lines: [[variant, 1]] })
  await at(other, '2025-03-01T12:00:00Z')
  const inBerlin = await sales('from=2025-03-01&to=2025-03-02&time_zone=Europe/Berlin')
  expect(inBerlin.filter(({ region_id }) => region_id === euro.id)).toMatchObject([
    { date: '2025-03-01', currency_code: 'eur', orders: 1, revenue: 1800, gift_card_total: 0, refunded: 0 },
    { date: '2025-03-02', currency_code: 'eur', orders: 1, revenue: 1440, gift_card_total: 300, refunded: 0 },
  ])
  expect(inBerlin.filter(({ region_id }) => region_id === dollar.id)).toMatchObject([
    { date: '2025-03-01', region_name: dollar.name, currency_code: 'usd', orders: 1, revenue: 2400 },
  ])
  expect(await sales(`from=2025-03-01&to=2025-03-01`)).toMatchObject([{ orders: 2 }, { orders: 1 }])
  const today = () => new Date().toISOString().slice(0, 10)
  const from = today()
  await act(evening, 'capture')
  await act(evening, 'refund', { amount: 500, reason: 'other' })
  const refunds = (await sales(`from=${from}&to=${today()}`)).filter(({ region_id }) => region_id === euro.id)
  expect(refunds).toMatchObject([{ orders: 0, revenue: 0, refunded: 500 }])
})

test.each([
  ['from=2025-03-02&to=2025-03-01', 'to must not be before from'],
  ['from=2024-01-01&to=2026-06-01', 'The period must have at most 800 days'],
  [
    'from=2025-03-01&to=2025-03-01&time_zone=Mars',
    'time_zone must be a name of the IANA database, such as Europe/Berlin',
  ],
  [
    'from=2025-03-01&to=2025-03-01&time_zone=%2B01:00',
    'time_zone must be a name of the IANA database, such as Europe/Berlin',
  ],
])('the period %s is refused', async (query, message) => {
  await expectError(shop.admin.get(`/admin/statistics/sales?${query}`), 400, 'invalid_data', message)
})

test.each([
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Europe/Kyiv',
  'Etc/GMT+5',
  'GMT',
])('the name %s of a time zone is accepted, because browsers report it', async (time_zone) => {
  await expectSuccess(
    shop.admin.get(`/admin/statistics/sales?from=2025-03-01&to=2025-03-02&time_zone=${encodeURIComponent(time_zone)}`),
  )
})

test('an order needs attention until its fulfillment, and while a return or a payment needs an action', async () => {
  const before = await attention()
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const order = await shop.given.order({ region, option })
  const placed = await attention()
  expect(placed.to_capture!.count).toBe(before.to_capture!.count + 1)
  expect(placed.to_capture!.orders.at(-1)).toMatchObject({ id: order.id })
  await act(order, 'capture')
  const paid = await attention()
  expect(paid.to_capture!.count).toBe(before.to_capture!.count)
  expect(paid.to_fulfill!.count).toBe(before.to_fulfill!.count + 1)
  expect(paid.to_fulfill!.orders.at(-1)).toMatchObject({ id: order.id, display_id: order.display_id })
  const items = order.items.map(({ id, quantity }) => ({ item_id: id, quantity }))
  await act(order, 'fulfillment', { items })
  const fulfilled = await attention()
  expect(fulfilled.to_fulfill!.count).toBe(before.to_fulfill!.count)
  expect(fulfilled.to_ship!.orders.at(-1)).toMatchObject({ id: order.id })
  expect(fulfilled.to_ship!.count).toBe(before.to_ship!.count + 1)
  const { order: returned } = await shop.given.returnedOrder('requested')
  expect((await attention()).returns_requested!.orders).toContainEqual(expect.objectContaining({ id: returned.id }))
  await changeRows(shop, Order, { id: order.id }, { payment_status: 'requires_action' })
  expect((await attention()).payment_action!.orders.at(-1)).toMatchObject({ id: order.id })
})

test('the variants with the lowest stock come first', async () => {
  const few = await shop.given.variant({ stock: 2 })
  const none = await shop.given.variant({ stock: 0 })
  await shop.given.variant({ stock: 6 })
  const { variants } = await expectSuccess(shop.admin.get('/admin/statistics/low-stock?threshold=3'))
  expect(variants.map(({ id, inventory_quantity }) => [id, inventory_quantity])).toEqual([
    [none.id, 0],
    [few.id, 2],
  ])
  const { variants: first } = await expectSuccess(shop.admin.get('/admin/statistics/low-stock?limit=1'))
  expect(first).toHaveLength(1)
  expect((await shop.admin.get('/admin/statistics/low-stock?limit=1000')).status).toBe(400)
})

test('failed jobs and failed deliveries count', async () => {
  await deleteJobs(shop)
  const { webhook } = await expectSuccess(
    shop.admin.post('/admin/webhooks', { url: 'https://example.com/hook', events: ['*'] }),
  )
  const em = shop.orm.em.fork()
  const delivery = { id: 'whd_1', webhook_id: webhook.id, event_id: 1, event_name: 'order.placed', attempts: 9 }
  em.create(WebhookDelivery, { ...delivery, status: 'failed' })
  await em.flush()
  await shop.admin.post('/admin/users/password-token', { email: 'admin@example.com' })
  await failJobs(shop)
  const { failures } = await expectSuccess(shop.admin.get('/admin/statistics/failures'))
  expect(failures).toEqual({ payments: 0, jobs: 1, webhook_deliveries: 1, refunds: 0 })
})

test('each statistic needs one statement', async () => {
  await using counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const paths = ['sales?from=2025-01-01&to=2025-12-31', 'attention', 'low-stock', 'failures']
  await counted.send('GET', '/admin/statistics/attention')
  const counts = []
  for (const path of paths) counts.push((await counted.send('GET', `/admin/statistics/${path}`)).statements)
  // Another statement authenticates the caller. Sales without a time zone read that of the store first.
  expect(counts).toEqual([3, 2, 2, 2])
})
