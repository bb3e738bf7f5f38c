import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const DAYS = ['2026-02-30', '2026-02-29T10:00:00Z', '2026-04-31', 'Feb 30, 2026']

test.each(DAYS)('no list is filtered by %s', async (day) => {
  for (const path of [
    'orders',
    'products',
    'customers',
    'price-lists',
    'discounts',
    'draft-orders',
    'audit-log',
  ] as const)
    for (const operator of ['gt', 'gte', 'lt', 'lte'])
      expect((await shop.admin.get(`/admin/${path}?created_at[${operator}]=${day}`)).status, path).toBe(400)
  expect((await shop.get(`/store/products?created_at[gt]=${day}`)).status).toBe(400)
})

test.each(DAYS)('no body contains %s', async (day) => {
  const region = await shop.given.region()
  const rule = { type: 'fixed', value: 100, allocation: 'total' }
  const discount = { code: 'DAY', rule, regions: [region.id], is_dynamic: false }
  expect((await shop.admin.post('/admin/discounts', { ...discount, ends_at: day })).status).toBe(400)
  const list = { name: 'Sale', description: 'Sale', type: 'sale', prices: [] }
  expect((await shop.admin.post('/admin/price-lists', { ...list, starts_at: day })).status).toBe(400)
})

test.each(DAYS)('a call of the typed client with %s is refused at its place', async (day) => {
  const call = (meta: object) => {
    const input = encodeURIComponent(JSON.stringify({ json: { created_at: { gte: day } }, ...meta }))
    return shop.admin.get(`/trpc/admin.orders.list?input=${input}`)
  }
  for (const meta of [{}, { meta: { values: { 'created_at.gte': ['Date'] }, v: 1 } }]) {
    const { status, text } = await call(meta)
    expect(status, text).toBe(400)
    expect(text).toContain('created_at.gte')
  }
})
