import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateReplacedValue } from '#entities/orders/claim/allocate-replaced-value.ts'
import { sum } from '#entities/values/money.ts'

const claimed = (variant_id: string, quantity: number, value: number) => ({ variant_id, quantity, value })
const sent = (variant_id: string, quantity: number, total: number) => ({ variant_id, quantity, total })

test.each([
  ['the same variant', [claimed('a', 3, 1000)], [sent('a', 3, 9000)], [1000]],
  ['another variant', [claimed('a', 1, 6480)], [sent('b', 1, 10_800)], [6480]],
  ['two lines of other variants', [claimed('a', 1, 300)], [sent('b', 1, 200), sent('c', 1, 100)], [200, 100]],
  ['a gift and the same variant', [claimed('a', 1, 500)], [sent('gift', 1, 100), sent('a', 1, 600)], [0, 500]],
  ['each claimed variant', [claimed('a', 1, 500), claimed('b', 1, 70)], [sent('b', 1, 80), sent('a', 1, 9)], [70, 500]],
  ['fewer units', [claimed('a', 2, 1000)], [sent('a', 1, 700)], [1000]],
  ['a part by the same variant', [claimed('a', 2, 1000)], [sent('a', 1, 700), sent('b', 1, 700)], [500, 500]],
  ['a variant without a price', [claimed('a', 1, 500)], [sent('b', 1, 0)], [500]],
])('replacements by %s carry the value of the claimed items', (_, claim, lines, values) => {
  expect(allocateReplacedValue(claim, lines)).toEqual(values)
})

test('the values of replacements are whole and add up to the claimed value', () => {
  const variants = fc.constantFrom('a', 'b', 'c')
  const rows = fc.array(fc.tuple(variants, fc.integer({ min: 1, max: 5 }), fc.nat(10_000)), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(rows, rows, (claims, lines) => {
      const values = allocateReplacedValue(
        claims.map((row) => claimed(...row)),
        lines.map((row) => sent(...row)),
      )
      expect(sum(values)).toBe(sum(claims.map(([, , value]) => value)))
      for (const value of values) expect(Number.isInteger(value) && value >= 0).toBe(true)
    }),
  )
})
