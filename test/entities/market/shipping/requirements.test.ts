import { expect, test } from 'vitest'
import { meetsRequirements } from '#entities/market/shipping/requirements.ts'

const least = { type: 'min_subtotal', amount: 2000 } as const
const most = { type: 'max_subtotal', amount: 2000 } as const

test.each([
  [1999, false, true],
  [2000, true, false],
  [2001, true, false],
])('a subtotal of %d meets a minimum of 2000: %s, and a maximum of 2000: %s', (amount, meetsLeast, meetsMost) => {
  expect(meetsRequirements(amount, [least])).toBe(meetsLeast)
  expect(meetsRequirements(amount, [most])).toBe(meetsMost)
})

test('all requirements must be met, and an empty list always is', () => {
  expect(meetsRequirements(0, [])).toBe(true)
  expect(meetsRequirements(2500, [least, { type: 'max_subtotal', amount: 3000 }])).toBe(true)
  expect(meetsRequirements(3000, [least, { type: 'max_subtotal', amount: 3000 }])).toBe(false)
})
