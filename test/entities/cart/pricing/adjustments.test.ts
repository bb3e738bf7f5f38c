import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateDiscount, type DiscountableLine, type DiscountTerms } from '#entities/cart/pricing/adjustments.ts'
import { computeLineSubtotal } from '#entities/cart/pricing/line-totals.ts'
import { sumOfAmounts } from '#entities/values/money.ts'

const line = (unit_price: number, over: Partial<DiscountableLine> = {}): DiscountableLine => ({
  id: `item_${unit_price}`,
  unit_price,
  quantity: 1,
  includes_tax: false,
  tax_lines: [],
  allow_discounts: true,
  is_return: false,
  qualifies: true,
  ...over,
})

const percentage = (value: number): DiscountTerms => ({ type: 'percentage', value, allocation: 'total' })
const fixed = (value: number): DiscountTerms => ({ type: 'fixed', value, allocation: 'total' })
const fixedPerItem = (value: number): DiscountTerms => ({ type: 'fixed', value, allocation: 'item' })

const amounts = (rule: DiscountTerms, lines: DiscountableLine[]) =>
  allocateDiscount(rule, lines).map((row) => row.amount)

describe('the amounts of a discount', () => {
  test('a percentage is rounded for each line, for any allocation', () => {
    const lines = [line(999, { quantity: 3 }), line(333)]
    expect(allocateDiscount(percentage(15), lines)).toEqual([
      { item_id: 'item_999', amount: 450 },
      { item_id: 'item_333', amount: 50 },
    ])
    expect(amounts({ ...percentage(15), allocation: 'item' }, lines)).toEqual([450, 50])
  })

  test('a percentage with decimals is rounded half up for each line', () => {
    expect(amounts(percentage(12.5), [line(999, { quantity: 3 }), line(100), line(4), line(3)])).toEqual([375, 13, 1])
    expect(amounts(percentage(33.33), [line(1000), line(10_000)])).toEqual([333, 3333])
    expect(amounts(percentage(0.01), [line(4999), line(5000)])).toEqual([1])
  })

  test('a fixed amount per item is at most the price of the item', () => {
    expect(amounts(fixedPerItem(100), [line(999, { quantity: 3 }), line(60)])).toEqual([300, 60])
  })

  test('a fixed amount on the total is shared by price in whole minor units', () => {
    const gross = { includes_tax: true, tax_lines: [{ rate: 25 }] }
    const lines = [
      line(500, { ...gross, quantity: 2 }),
      line(1111, { ...gross, quantity: 3, tax_lines: [{ rate: 5 }, { rate: 7.25 }] }),
    ]
    expect(amounts(fixed(1000), lines)).toEqual([212, 788])
  })

  test('a fixed amount is at most the total', () => {
    expect(amounts(fixed(5000), [line(1000), line(300)])).toEqual([1000, 300])
  })

  test('a fixed amount on gross and net lines adds up to its value', () => {
    const lines = [line(1000), line(1250, { includes_tax: true, tax_lines: [{ rate: 25 }] })]
    expect(amounts(fixed(500), lines)).toEqual([250, 250])
  })

  test('free shipping does not change lines', () => {
    expect(allocateDiscount({ type: 'free_shipping', value: 10, allocation: 'total' }, [line(1000)])).toEqual([])
  })

  test('a line that costs nothing gets no adjustment', () => {
    for (const rule of [percentage(10), fixed(10), fixedPerItem(10), percentage(0)])
      expect(amounts(rule, [line(0)])).toEqual([])
  })
})

describe('excluded lines', () => {
  test.each([
    ['lines without discounts', { allow_discounts: false }],
    ['returns', { is_return: true }],
  ])('%s are excluded and do not count in the total', (_, over) => {
    expect(allocateDiscount(fixed(100), [line(1000, over), line(300)])).toEqual([{ item_id: 'item_300', amount: 100 }])
  })

  test('lines that fail the conditions do not change the discount of the others', () => {
    const lines = [line(1000), line(2000, { qualifies: false }), line(300, { qualifies: false })]
    expect(allocateDiscount(fixed(500), lines)).toEqual([{ item_id: 'item_1000', amount: 500 }])
    expect(allocateDiscount(fixed(1500), lines)).toEqual([{ item_id: 'item_1000', amount: 1000 }])
  })
})

describe('properties of discounts', () => {
  const lines = fc
    .array(
      fc.record({
        unit_price: fc.nat(1_000_000),
        quantity: fc.integer({ min: 1, max: 100 }),
        includes_tax: fc.boolean(),
        tax_lines: fc.array(fc.record({ rate: fc.nat(60) }), { maxLength: 2 }),
      }),
      { maxLength: 6 },
    )
    .map((some) => some.map((one, i) => line(one.unit_price, { ...one, id: `item_${i}` })))
  const rule = fc.record({
    type: fc.constantFrom('percentage' as const, 'fixed' as const),
    value: fc.nat(2_000_000),
    allocation: fc.constantFrom('total' as const, 'item' as const),
  })

  test('the shares of a fixed discount add up to its value or to the subtotal', () => {
    fc.assert(
      fc.property(lines, fc.nat(2_000_000), (lines, value) => {
        const subtotal = lines.reduce((sum, one) => sum + computeLineSubtotal(one), 0)
        const shares = allocateDiscount(fixed(value), lines)
        expect(sumOfAmounts(shares)).toBe(Math.min(value, subtotal))
        expect(shares.every(({ amount }) => Number.isInteger(amount))).toBe(true)
      }),
    )
  })

  test('a percentage is the exact fraction of each line, rounded half up', () => {
    fc.assert(
      fc.property(lines, fc.nat(10_000), (lines, hundredths) => {
        for (const { item_id, amount } of allocateDiscount(percentage(hundredths / 100), lines)) {
          const base = computeLineSubtotal(lines.find((one) => one.id === item_id)!)
          expect(amount).toBe(Number((BigInt(base) * BigInt(hundredths) + 5000n) / 10_000n))
        }
      }),
    )
  })

  test('no discount exceeds the price of its line', () => {
    fc.assert(
      fc.property(lines, rule, (lines, rule) => {
        for (const { item_id, amount } of allocateDiscount(rule, lines)) {
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(computeLineSubtotal(lines.find((one) => one.id === item_id)!))
        }
      }),
    )
  })
})
