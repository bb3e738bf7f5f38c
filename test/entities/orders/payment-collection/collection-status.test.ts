import { expect, test } from 'vitest'
import { computeCollectionStatus } from '#entities/orders/payment-collection/collection-status.ts'

test.each([
  ['awaiting', 0],
  ['partially_authorized', 1],
  ['partially_authorized', 99],
  ['authorized', 100],
] as const)('a collection of 100 is %s with an authorized amount of %i', (status, authorized_amount) => {
  expect(computeCollectionStatus({ amount: 100, authorized_amount })).toBe(status)
})
