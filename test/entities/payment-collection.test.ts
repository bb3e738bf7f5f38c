import { expect, test } from 'vitest'
import { collectionStatusOf } from '#entities/payment-collection/collection-status.ts'

test.each([
  ['not_paid', 0, false],
  ['awaiting', 0, true],
  ['partially_authorized', 1, true],
  ['partially_authorized', 99, true],
  ['authorized', 100, true],
  ['authorized', 100, false],
] as const)('a collection of 100 is %s where %i is authorised, and it was asked for: %s', (status, authorized_amount, isAsked) => {
  expect(collectionStatusOf({ amount: 100, authorized_amount, isAsked })).toBe(status)
})
