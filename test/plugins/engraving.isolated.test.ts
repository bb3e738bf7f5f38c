import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { inTransaction } from '#database/transaction.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { defineShop } from '#server/shop/define-shop.ts'
import { promises } from '#server/testing/index.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { engraving } from '../../plugins/engraving/index.ts'
import { planEngravings } from '../../plugins/engraving/jobs.ts'

const definition = defineShop({ plugins: [engraving] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins, env: { ENGRAVING_PRICE: '350' } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientWith = (token?: string) =>
  createShopClient<typeof definition>({ url: shop.url, ...(token ? { token } : {}) })
const admin = () => clientWith(shop.token).admin

/** An order of two engraved items and a plain one. */
async function givenOrder() {
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const variant_id = (await shop.given.variant()).id
  const { store } = clientWith()
  const { id } = await shop.given.payableCart({ region, option })
  await store.carts.addLineItem.mutate({ id, variant_id, quantity: 2, engraving: 'For Ada' })
  await store.carts.addShippingMethod.mutate({ id, option_id: option.id })
  await store.carts.createPaymentSessions.mutate({ id })
  const completion = await store.carts.complete.mutate({ id })
  return completion.data.id
}

test('an engraved line of an order becomes a task, also if the event arrives twice', async () => {
  const order_id = await givenOrder()
  await inTransaction(shop.orm.em.fork(), (em) => announce(em, 'order.placed', { id: order_id }))
  await shop.runJobs()
  await planEngravings.enqueue(shop.orm.em.fork(), { order_id })
  await shop.runJobs()
  const { engravings, count } = await admin().engraving.list.query({ order_id, open: true })
  expect(count).toBe(1)
  expect(engravings[0]).toMatchObject({ text: 'For Ada', done_at: null, line_item: { quantity: 2 } })
  const { engraving: done } = await admin().engraving.complete.mutate({ id: engravings[0]?.id ?? '' })
  expect(done.done_at).toBeInstanceOf(Date)
  expect((await admin().engraving.list.query({ order_id, open: true })).count).toBe(0)
  expect((await admin().engraving.list.query({ order_id, open: false, expand: 'order' })).count).toBe(1)
  await expect(admin().engraving.complete.mutate({ id: done.id })).rejects.toThrow('already done')
})

test('the list of open engravings omits canceled orders', async () => {
  const order_id = await givenOrder()
  await shop.runJobs()
  await admin().orders.cancel.mutate({ id: order_id })
  expect((await admin().engraving.list.query({ order_id })).count).toBe(1)
  expect((await admin().engraving.list.query({ order_id, open: true })).count).toBe(0)
})

test('an order without an engraving enqueues no job', async () => {
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const order = await shop.given.order({ region, option })
  await shop.runJobs()
  expect((await admin().engraving.list.query({ order_id: order.id })).count).toBe(0)
})

test('an engraving costs the price of the setting for each unit', async () => {
  const { store } = clientWith()
  const { id, items } = await shop.given.cart()
  const item = { id, variant_id: (await shop.given.variant()).id, quantity: 2 }
  await store.carts.addLineItem.mutate({ ...item, engraving: 'For Ada' })
  const { cart: engraved } = await store.carts.get.query({ id })
  expect(engraved).toMatchObject({ subtotal: 3000, discount_total: -700, total: 4440 })
  const line_id = engraved.items.find(({ engraving }) => engraving)?.id ?? ''
  expect(engraved.items.map(({ adjustments }) => adjustments[0]?.description)).toEqual([undefined, 'Engraving'])
  const { cart: plain } = await store.carts.updateLineItem.mutate({ id, line_id, quantity: 2, engraving: null })
  expect(plain).toMatchObject({ discount_total: 0, total: 3600 })
  expect(items).toHaveLength(1)
})

test('an engraved item cannot be returned, and another one can', async () => {
  const id = await givenOrder()
  const { order } = await admin().orders.get.query({ id })
  expect(order).toMatchObject({ discount_total: -700 })
  await shop.admin.post(`/admin/orders/${id}/capture`)
  const { items: lines = [] } = order
  const items = lines.map((line) => ({ item_id: line.id, quantity: line.quantity }))
  await shop.admin.post(`/admin/orders/${id}/fulfillment`, { items })
  const refused = await shop.admin.post(`/admin/orders/${id}/return`, { items })
  expect(refused).toMatchObject({ status: 400, body: { message: 'Engraved items cannot be returned' } })
  const others = items.filter((_, i) => lines[i]?.engraving === null)
  expect(await shop.admin.post(`/admin/orders/${id}/return`, { items: others })).toMatchObject({ status: 200 })
})

test('an engraving is at most 40 characters long', async () => {
  const { store } = clientWith()
  const { id } = await shop.given.cart()
  const item = { id, variant_id: (await shop.given.variant()).id, quantity: 1, engraving: 'x'.repeat(41) }
  await expect(store.carts.addLineItem.mutate(item)).rejects.toThrow('engraving')
})

for (const { name, check } of promises(definition, 'engraving')) test(name, check, 60_000)
