import { openTestShop, promises, type TestShop } from 'cartwright/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shop } from '../../shop.ts'

let opened: TestShop<typeof shop>
beforeAll(async () => {
  opened = await openTestShop(shop)
})
afterAll(() => opened.close())

async function itemWith(gift_note: string) {
  const { products } = await opened.store.products.list.query({ limit: 1 })
  return { variant_id: products[0]?.variants?.[0]?.id ?? '', quantity: 1, gift_note }
}

test('an ordered item has its note', async () => {
  const { id } = await opened.placeOrder({ items: [await itemWith('For Ada')] })
  const { order } = await opened.admin.orders.get.query({ id })
  expect(order.items?.[0]?.gift_note).toBe('For Ada')
})

test('a cart with a link in a note does not become an order', async () => {
  const items = [await itemWith('https://example.com')]
  await expect(opened.placeOrder({ items })).rejects.toThrow('A gift note must not contain a link')
})

for (const { name, check } of promises(shop, 'gift-notes')) test(name, check)
