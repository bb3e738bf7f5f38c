import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ratesFor, taxesInGross, taxesOnNet, taxesPerRate, taxInGross, taxOnNet } from '#entities/market/tax/tax.ts'
import { sum } from '#entities/values/money.ts'

const rates = (...percents: number[]) => percents.map((rate) => ({ rate }))

describe('the rates of a line', () => {
  const food = { id: 'txr_1', rate: 7, name: 'Food', code: 'food' }

  test('linked rates apply once each', () => {
    const city = { id: 'txr_2', rate: 1, name: 'City', code: null }
    expect(ratesFor([food, city, food], 20)).toEqual([
      { rate: 7, name: 'Food', code: 'food' },
      { rate: 1, name: 'City', code: null },
    ])
  })

  test('the rate of the region applies without linked rates', () => {
    expect(ratesFor([], 20)).toEqual([{ rate: 20, name: 'default', code: 'default' }])
  })

  test.each([0, null])('a linked rate of %s means 0 %%', (rate) => {
    expect(ratesFor([{ ...food, rate }], 20)).toEqual([{ rate: 0, name: 'Food', code: 'food' }])
  })
})

test('rates are rounded separately on a line and together on shipping', () => {
  expect(taxesPerRate(10, rates(5, 5))).toEqual([1, 1])
  expect(taxesOnNet(10, rates(5, 5))).toEqual([1, 0])
  expect(taxOnNet(10, rates(5, 5))).toBe(1)
})

test.each([
  [1111, [25], 222],
  [1111, [5, 7.25], 121],
  [1000, [5, 7.25], 109],
  [1000, [], 0],
])('a gross price of %d with the rates %j contains a tax of %d', (gross, percents, tax) => {
  expect(taxInGross(gross, rates(...percents))).toBe(tax)
})

test('extracting the tax of a gross price reverses adding it', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(100), (net, rate) => {
      const tax = taxOnNet(net, rates(rate))
      expect(taxInGross(net + tax, rates(rate))).toBe(tax)
    }),
  )
})

test('taxes that are rounded together add up to the total tax', () => {
  const percents = fc.array(fc.oneof(fc.nat(100), fc.constantFrom(5.5, 7.25, 8.1)), { maxLength: 4 })
  fc.assert(
    fc.property(fc.nat(10_000_000), percents, (amount, percents) => {
      expect(sum(taxesOnNet(amount, rates(...percents)))).toBe(taxOnNet(amount, rates(...percents)))
      expect(sum(taxesInGross(amount, rates(...percents)))).toBe(taxInGross(amount, rates(...percents)))
    }),
  )
})
