import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import type { Order, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let placed: Order
let other: Order
beforeAll(async () => {
  shop = await openTestShop()
  const product = await shop.given.product({ title: 'Merino Scarf' })
  const [variant] = product.variants
  await expectSuccess(shop.admin.post(`/admin/products/${product.id}/variants/${variant.id}`, { sku: 'SCARF-RED-S' }))
  region = await shop.given.region()
  placed = await shop.given.order({ region, lines: [[variant, 1]], email: 'hb@example.org' })
  other = await shop.given.order({ region })
  await expectSuccess(
    shop.admin.post(`/admin/orders/${placed.id}`, {
      shipping_address: { first_name: 'Hannah', last_name: 'Brooks', city: 'Porto Alegre' },
      billing_address: { first_name: 'Karla', last_name: 'Kundin-Mustermann', city: 'Köln' },
    }),
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

const ordersOf = async (q: string) =>
  (await expectSuccess(shop.admin.get(`/admin/orders?q=${encodeURIComponent(q)}`))).orders.map(({ id }) => id)
const customersOf = async (q: string) =>
  (await expectSuccess(shop.admin.get(`/admin/customers?q=${encodeURIComponent(q)}`))).customers.map(({ id }) => id)

test.each([
  'Hannah Brooks',
  'brooks hannah',
  'Brooks, Hannah',
  'Mustermann',
  'Karla Kundin-Mustermann',
  'Hannah Mustermann',
  'Porto Alegre',
  'Köln',
  'hb@example.org',
  'hannah hb@example',
  'SCARF-RED',
  'scarf-red-s brooks',
  'merino scarf',
  'H Brooks',
])('an order is found by %j', async (q) => {
  expect(await ordersOf(q)).toEqual([placed.id])
})

test('an order is found by its number, with and without a #', async () => {
  expect(await ordersOf(`#${placed.display_id}`)).toContain(placed.id)
  expect(await ordersOf(`#${placed.display_id} Brooks`)).toEqual([placed.id])
  expect(await ordersOf(`${other.display_id} Brooks`)).toEqual([])
})

test.each([
  ['ha', true],
  ['B', true],
  ['kö', true],
  ['an', false],
  ['s', false],
])('a word of one or two characters is the beginning of a name: %j finds the order: %j', async (q, isFound) => {
  expect(await ordersOf(`${q} Brooks`)).toEqual(isFound ? [placed.id] : [])
  expect(await customersOf(`${q} Brooks`)).toEqual(isFound ? [placed.customer_id] : [])
})

test('an order that lacks one of the words is not found', async () => {
  expect(await ordersOf('Hannah Nobody')).toEqual([])
  expect(await ordersOf('%')).toEqual([])
  expect((await ordersOf(' , ')).toSorted()).toEqual([placed.id, other.id].toSorted())
})

test.each([
  'Hannah Brooks',
  'Kundin-Mustermann',
  'Köln',
  'hb@example.org',
])('the guest of an order is found by %j', async (q) => {
  expect(await customersOf(q)).toEqual([placed.customer_id])
})

test('a number with a # is only the number of an order', async () => {
  const numbered = await shop.given.order({ region, email: `${placed.display_id}@example.org` })
  expect(await ordersOf(`#${placed.display_id}`)).toEqual([placed.id])
  expect((await ordersOf(String(placed.display_id))).toSorted()).toEqual([placed.id, numbered.id].toSorted())
  expect(await ordersOf('#987654321')).toEqual([])
})
