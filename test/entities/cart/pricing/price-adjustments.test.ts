import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AdjustableGood,
  applyPriceAdjustments,
  type PriceAdjustment,
  scaleAdjustments,
} from '#entities/cart/pricing/price-adjustments.ts'
import { sumOfAmounts } from '#entities/values/money.ts'

const good = (id: string, price: number, sharesCartAdjustments = true): AdjustableGood => ({
  id,
  price,
  sharesCartAdjustments,
})

/** Returns the change of each price. */
function apply(goods: readonly AdjustableGood[], ...adjustments: Omit<PriceAdjustment, 'description'>[]): number[] {
  const requested = adjustments.map((adjustment) => ({ plugin: 'wrap', description: 'Gift wrap', ...adjustment }))
  const adjusted = applyPriceAdjustments(goods, requested)
  return goods.map(({ id }) => 0 - sumOfAmounts(adjusted.get(id) ?? []))
}

test('an adjustment raises or lowers the price of its line or shipping method', () => {
  const goods = [good('item_1', 1000), good('sm_1', 500, false)]
  expect(apply(goods, { line: { id: 'item_1' }, amount: 300 })).toEqual([300, 0])
  expect(apply(goods, { shipping_method: { id: 'sm_1' }, amount: -200 })).toEqual([0, -200])
})

test('an adjustment without a target is shared in proportion to the prices', () => {
  const goods = [good('item_1', 1000), good('item_2', 2000), good('card', 3000, false)]
  expect(apply(goods, { amount: -100 })).toEqual([-33, -67, 0])
  expect(apply(goods, { amount: 100 })).toEqual([33, 67, 0])
  expect(apply([good('card', 1000, false)], { amount: -100 })).toEqual([0])
  expect(apply([good('item_1', 0), good('item_2', 0)], { amount: 300 })).toEqual([150, 150])
})

test('no price falls below 0', () => {
  const goods = [good('item_1', 1000), good('item_2', 500)]
  expect(apply(goods, { line: { id: 'item_1' }, amount: -1500 })).toEqual([-1000, 0])
  expect(apply(goods, { amount: -9999 })).toEqual([-1000, -500])
  expect(apply(goods, { line: { id: 'item_1' }, amount: -800 }, { amount: -900 })).toEqual([-1000, -500])
})

test('later adjustments apply to the price after earlier ones', () => {
  const goods = [good('item_1', 1000), good('item_2', 1000)]
  expect(apply(goods, { line: { id: 'item_1' }, amount: 1000 }, { amount: -300 })).toEqual([800, -100])
})

test.each([
  [{ amount: 0.5 }, 'The amount must be an integer'],
  [{ amount: Number.NaN }, 'The amount must be an integer'],
  [{ amount: Number.POSITIVE_INFINITY }, 'The amount must be an integer'],
  [{ amount: 2 ** 53 }, 'The amount must be an integer'],
  [{ amount: 1, line: { id: 'item_2' } }, 'The cart has no item_2 to adjust'],
  [{ amount: 1, line: { id: 'item_1' }, shipping_method: { id: 'sm_1' } }, 'Use either line or shipping_method'],
])('an invalid adjustment is an error that names the plugin: %j', (adjustment, problem) => {
  expect(() => apply([good('item_1', 1000), good('sm_1', 100, false)], adjustment)).toThrow(problem)
  expect(() => apply([good('item_1', 1000)], adjustment)).toThrow(
    'The plugin wrap returned an invalid price adjustment',
  )
})

test('the shares of an adjustment add up to it, and no price is negative', () => {
  const prices = fc.array(fc.nat(1e6), { minLength: 1, maxLength: 6 })
  const amounts = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { maxLength: 4 })
  fc.assert(
    fc.property(prices, amounts, (prices, amounts) => {
      const goods = prices.map((price, i) => good(`item_${i}`, price))
      const changes = apply(goods, ...amounts.map((amount) => ({ amount })))
      const whole = prices.reduce((total, price) => total + price, 0)
      const expected = amounts.reduce((total, amount) => Math.max(0, total + amount), whole)
      expect(changes.reduce((total, change) => total + change, whole)).toBe(expected)
      for (const [i, change] of changes.entries()) expect((prices[i] ?? 0) + change).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('the adjustments of a line follow its quantity', () => {
  const wrap = { plugin: 'wrap', description: 'Gift wrap', amount: -501 }
  expect(scaleAdjustments([wrap], { from: 2, to: 3, price: 3000 })).toEqual([{ ...wrap, amount: -751 }])
  expect(scaleAdjustments([wrap], { from: 2, to: 2, price: 2000 })).toEqual([wrap])
})

test('the adjustments of a line with another quantity lower its price at most to 0', () => {
  // Ten units of 10 with 12.5 % tax cost 89 without tax, and four units cost 35.
  const points = { plugin: 'loyalty', description: 'Loyalty points', amount: 89 }
  expect(scaleAdjustments([points], { from: 10, to: 4, price: 35 })).toEqual([{ ...points, amount: 35 }])
  const wrap = { plugin: 'wrap', description: 'Gift wrap', amount: -5 }
  const scaled = scaleAdjustments([wrap, points, points], { from: 10, to: 10, price: 100 })
  expect(scaled.map(({ amount }) => amount)).toEqual([-5, 89, 16])
})
