import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_AMOUNT, percentOf, round, roundedPercentOf, sumOfAmounts } from '#entities/values/money.ts'

describe('rounding amounts', () => {
  test.each([
    [0.5, 1],
    [0.4999, 0],
    [1.5, 2],
    [2.5, 3],
    [-0.4, 0],
    [-0.5, 0],
    [-1.5, -1],
    [-1.6, -2],
  ])('%d is rounded to %d', (amount, rounded) => {
    expect(round(amount)).toBe(rounded)
  })

  test('a half that a float represents too low is rounded up', () => {
    expect(1.005 * 100).toBeLessThan(100.5)
    expect(round(1.005 * 100)).toBe(101)
  })

  test('an integer amount is unchanged', () => {
    fc.assert(
      fc.property(fc.integer(), (amount) => {
        expect(round(amount)).toBe(amount)
      }),
    )
  })
})

test('a percentage that ends in a half is exact', () => {
  expect(percentOf(50, 29)).toBe(14.5)
})

test('a percentage with two decimals is rounded like its exact fraction', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(10_000), (amount, hundredths) => {
      const exact = (BigInt(amount) * BigInt(hundredths) + 5000n) / 10_000n
      expect(round(percentOf(amount, hundredths / 100))).toBe(Number(exact))
    }),
    {
      numRuns: 1000,
      examples: [
        [200, 725],
        [10, 1005],
        [375, 1960],
      ],
    },
  )
})

test('a percentage discount with two decimals is exact up to the maximum amount', () => {
  fc.assert(
    fc.property(fc.nat(MAX_AMOUNT), fc.nat(10_000), (amount, hundredths) => {
      const exact = (BigInt(amount) * BigInt(hundredths) + 5000n) / 10_000n
      expect(roundedPercentOf(amount, hundredths / 100)).toBe(Number(exact))
    }),
    {
      numRuns: 2000,
      examples: [
        [4, 1250],
        [MAX_AMOUNT, 9999],
        [999_999_995_000, 9999],
      ],
    },
  )
})

test('the sum of amounts is their total, and zero for none', () => {
  expect(sumOfAmounts([])).toBe(0)
  expect(sumOfAmounts([{ amount: 2 }, { amount: 3 }])).toBe(5)
})
