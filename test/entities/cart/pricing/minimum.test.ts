import { expect, test } from 'vitest'
import { findShortfall } from '#entities/cart/pricing/minimum.ts'

const lines = [
  { unit_price: 1000, quantity: 2 },
  { unit_price: 333, quantity: 1 },
]

test.each([
  ['no minimum', null, null, undefined],
  ['exactly the amount', 2333, null, undefined],
  ['one minor unit more', 2334, null, { missing_amount: 1, missing_quantity: 0 }],
  ['exactly the quantity', null, 3, undefined],
  ['one unit more', null, 4, { missing_amount: 0, missing_quantity: 1 }],
  ['the amount but not the quantity', 2000, 5, { missing_amount: 0, missing_quantity: 2 }],
])('a cart is compared with %s', (_, minimum_amount, minimum_quantity, shortfall) => {
  expect(findShortfall({ minimum_amount, minimum_quantity }, lines)).toEqual(shortfall)
})

test('an empty cart misses the whole minimum', () => {
  const minimum = { minimum_amount: 500, minimum_quantity: 2 }
  expect(findShortfall(minimum, [])).toEqual({ missing_amount: 500, missing_quantity: 2 })
})
