import { expect, test } from 'vitest'
import { findAgreedTerms } from '#entities/cart/pricing/agreed-terms.ts'

const share = (amount: number, subtotal: number, quantity = 1) => ({ amount, subtotal, quantity })
const percentage = (value: number) => ({ type: 'percentage', allocation: null, value }) as const
const fixed = (value: number, allocation: 'total' | 'item') => ({ type: 'fixed', allocation, value }) as const

test.each([
  ['the percentage of today', percentage(10), [share(600, 6000), share(33, 333)], 10],
  ['an earlier percentage', percentage(50), [share(600, 6000), share(34, 333)], 10],
  ['an earlier percentage with decimals', percentage(50), [share(12_345, 100_000)], 12.35],
  ['an earlier value per unit', fixed(900, 'item'), [share(600, 8000, 2)], 300],
  ['a value per unit that exceeded a price', fixed(900, 'item'), [share(500, 500), share(900, 2000)], 900],
  ['the sum of the shares of an order', fixed(50, 'total'), [share(200, 2000), share(100, 1000)], 300],
  ['no percentage without any share', percentage(20), [share(0, 2000)], 0],
  ['no value per unit without any share', fixed(900, 'item'), [share(0, 2000)], 0],
  ['no value for the order without any share', fixed(900, 'total'), [], 0],
] as const)('the agreed terms have %s', (_, terms, shares, value) => {
  expect(findAgreedTerms(terms, shares)).toEqual({ ...terms, value })
})
