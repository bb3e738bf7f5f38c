import { afterAll, beforeAll, expect, test } from 'vitest'
import { router } from '#routers/trpc.ts'
import { insertRow, inTransaction, lockRow } from '#server/index.ts'
import { defineShop } from '#server/shop/define-shop.ts'
import { definePlugin } from '#server/shop/plugin.ts'
import { openTestShop, type TestShop } from '#server/testing/index.ts'
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
  const { id } = await shop.placeOrder({ customer: ada })
  await shop.runJobs()
  expect((await ada.store.customers.listOrders.query({})).orders.map((order) => order.id)).toEqual([id])
  const { order } = await shop.admin.orders.get.query({ id: (await shop.placeOrder()).id })
  expect(order.email).toBe('guest@example.com')
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
