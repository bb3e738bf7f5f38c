import { defineShop } from 'cartwright'
import { openTestShop, promises, race, type TestShop } from 'cartwright/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giftNotes } from './index.ts'

const shop = defineShop({ plugins: [giftNotes] })
let opened: TestShop<typeof shop>
beforeAll(async () => {
  opened = await openTestShop(shop)
})
afterAll(() => opened.close())

test('an ordered item has its note', async () => {
  const { order } = await opened.placeOrder({ items: [{ gift_note: 'For Ada' }] })
  expect(order.items[0]?.gift_note).toBe('For Ada')
})

test('a cart with a link in a note does not become an order', async () => {
  const cart = await opened.addCart({ items: [{ gift_note: 'https://example.com' }] })
  await expect(cart.complete()).rejects.toThrow('A gift note must not contain a link')
})

test('a customer who completes a cart several times has one order', async () => {
  const customer = await opened.addCustomer()
  const cart = await opened.addCart({ customer, items: [{ gift_note: 'For Ada' }] })
  const { results } = await race(3, () => cart.complete())
  expect(new Set(results.map(({ order }) => order.id)).size).toBe(1)
})

for (const { name, check } of promises(shop, 'gift-notes')) test(name, check)
