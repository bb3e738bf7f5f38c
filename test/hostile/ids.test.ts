import { expect, test } from 'vitest'
import { findCloseIds, readIds } from '../suites/hostile/close-ids.ts'
import { populateShop } from '../support/populate-shop.ts'
import { openTestShop } from '../support/shop.ts'

/* A short run of `npm run hostile -- --part ids`. */

/** The kinds whose ids protect data from other callers. */
const PROTECTED = [
  ...[
    'cart',
    'line_item',
    'order',
    'address',
    'customer',
    'session',
    'payment',
    'payment_session',
    'payment_collection',
  ],
  ...[
    'order_edit',
    'order_item_change',
    'return',
    'swap',
    'claim_order',
    'fulfillment',
    'gift_card',
    'shipping_method',
  ],
]

test('no id can be derived from another id of the same millisecond', async () => {
  await using shop = await openTestShop()
  await populateShop(shop)
  await shop.given.customer()
  const region = await shop.given.region()
  const variant = await shop.given.variant()
  const items = [{ variant_id: variant.id, quantity: 1 }]
  await Promise.all(Array.from({ length: 60 }, () => shop.post('/store/carts', { region_id: region.id, items })))
  const stored = await readIds((sql) => shop.orm.em.fork().execute(sql))
  const tables = new Set(stored.map(({ table }) => table))
  expect(PROTECTED.filter((table) => !tables.has(table))).toEqual([])
  expect(stored.length).toBeGreaterThan(400)
  expect(findCloseIds(stored.map(({ id }) => id))).toEqual([])
})

test('consecutive ids are detected', () => {
  const counted = Array.from(
    { length: 50 },
    (_, i) => `cart_01KDT5Q0000000000000000${(10 + i).toString(36).toUpperCase().padStart(3, '0')}`,
  )
  expect(findCloseIds(counted).length).toBeGreaterThan(40)
})
