import { afterAll, beforeAll, expect, test } from 'vitest'
import { router } from '#routers/procedures/trpc.ts'
import { insertRow, inTransaction, lockRow } from '#server/index.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop, race, type TestShop } from '#server/testing/index.ts'
import { memoParts } from '../../plugins/faults/memos.ts'

const { Memo, admin, store, entities, migrations } = memoParts('memos')
const memos = definePlugin({ name: 'memos', entities, migrations, admin: router(admin), store: router(store) })
const definition = defineShop({ plugins: [memos] })

let shop: TestShop<typeof definition>
beforeAll(async () => {
  shop = await openTestShop(definition)
})
afterAll(() => shop.close())

test('customers, guests and the administrator call the procedures of a plugin', async () => {
  const ada = await shop.addCustomer()
  const { id } = await ada.store.memos.add.mutate({ text: 'Milk' })
  expect(await ada.store.memos.get.query({ id })).toEqual({ text: 'Milk' })
  expect((await shop.admin.memos.list.query()).memos.map(({ text }) => text)).toContain('Milk')
  await expect((await shop.addCustomer()).store.memos.get.query({ id })).rejects.toThrow('was not found')
  await expect(shop.store.memos.list.query()).rejects.toThrow('Unauthorized')
})

test('a customer or a guest places an order of demo products', async () => {
  const ada = await shop.addCustomer()
  const { order, store } = await shop.placeOrder({ customer: ada })
  await shop.runJobs()
  expect((await store.customers.listOrders.query({})).orders.map(({ id }) => id)).toEqual([order.id])
  expect((await shop.placeOrder()).order.email).toBe('guest@example.com')
})

test('a cart has the given items and changes, and an order has one line for each item', async () => {
  const { variants } = await shop.store.variants.list.query({ limit: 2 })
  const items = variants.map(({ id }) => ({ variant_id: id, quantity: 2 }))
  const cart = await shop.addCart({ items, cart: { email: 'ada@example.com', context: { source: 'test' } } })
  expect((await cart.store.carts.get.query({ id: cart.id })).cart.context).toMatchObject({ source: 'test' })
  const { order } = await cart.complete()
  expect(order).toMatchObject({ email: 'ada@example.com', cart_id: cart.id })
  expect(order.items.map(({ variant_id, quantity }) => ({ variant_id, quantity }))).toEqual(items)
})

test('race returns the results and counts the refusals by message', async () => {
  const cart = await shop.addCart()
  const completions = await race(4, () => cart.complete())
  expect(new Set(completions.results.map(({ order }) => order.id)).size).toBe(1)
  const { store } = await shop.addCustomer()
  const { results, refusals } = await race(3, (i) => store.memos.add.mutate({ text: i === 0 ? 'Milk' : '' }))
  expect(results).toHaveLength(1)
  expect(Object.values(refusals)).toEqual([2])
  await expect(race(2, () => Promise.reject(new Error('No connection')))).rejects.toThrow('No connection')
})

test('the servers of a test shop receive the calls in turn', async () => {
  await using alone = await openTestShop(definition, { servers: 1 })
  expect((await alone.placeOrder()).order.status).toBe('pending')
})

test('two test shops have separate databases', async () => {
  await using other = await openTestShop(definition)
  await other.placeOrder()
  const count = async (one: TestShop<typeof definition>) => (await one.admin.orders.list.query({})).count
  expect(await count(other)).toBe(1)
  expect(other.databaseUrl).not.toBe(shop.databaseUrl)
})

test('a new row has the default of its column, and a change of the column is written', async () => {
  const { id: customer_id } = await shop.addCustomer()
  const em = shop.orm.em.fork()
  const { id, prints } = await inTransaction(em, async (own) => insertRow(own, Memo, { customer_id, text: 'Bread' }))
  expect(prints).toBe(0)
  await inTransaction(em, async (own) => {
    const row = await lockRow(own, Memo, { id })
    if (row) row.prints += 1
  })
  expect(await shop.orm.em.fork().findOne(Memo, { id })).toMatchObject({ prints: 1 })
})
