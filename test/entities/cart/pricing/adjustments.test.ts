import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocateDiscount, type DiscountableLine, type DiscountTerms } from '#entities/cart/pricing/adjustments.ts'
import { lineSubtotal } from '#entities/cart/pricing/line-totals.ts'
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

describe('a discount takes off', () => {
  test('a rounded percentage of each line, whatever its allocation', () => {
    const lines = [line(999, { quantity: 3 }), line(333)]
    expect(allocateDiscount(percentage(15), lines)).toEqual([
      { item_id: 'item_999', amount: 450 },
      { item_id: 'item_333', amount: 50 },
    ])
    expect(amounts({ ...percentage(15), allocation: 'item' }, lines)).toEqual([450, 50])
  })

  test('a percentage with decimals of each line, rounded half up', () => {
    expect(amounts(percentage(12.5), [line(999, { quantity: 3 }), line(100), line(4), line(3)])).toEqual([375, 13, 1])
    expect(amounts(percentage(33.33), [line(1000), line(10_000)])).toEqual([333, 3333])
    expect(amounts(percentage(0.01), [line(4999), line(5000)])).toEqual([1])
  })

  test('a fixed amount of each piece, at most its price', () => {
    expect(amounts(fixedPerItem(100), [line(999, { quantity: 3 }), line(60)])).toEqual([300, 60])
  })

  test('a fixed amount of the whole, shared by price and not rounded (E12)', () => {
    const gross = { includes_tax: true, tax_lines: [{ rate: 25 }] }
    const lines = [
      line(500, { ...gross, quantity: 2 }),
      line(1111, { ...gross, quantity: 3, tax_lines: [{ rate: 5 }, { rate: 7.25 }] }),
    ]
    const [first, second] = amounts(fixed(1000), lines)
    expect(first).toBeCloseTo(212.2579, 4)
    expect(second).toBeCloseTo(787.7421, 4)
  })

  test('no more than the whole', () => {
    expect(amounts(fixed(5000), [line(1000), line(300)])).toEqual([1000, 300])
  })

  test('exactly its value from gross and net lines together', () => {
    const lines = [line(1000), line(1250, { includes_tax: true, tax_lines: [{ rate: 25 }] })]
    expect(amounts(fixed(500), lines)).toEqual([250, 250])
  })

  test('nothing from lines when it is free shipping', () => {
    expect(allocateDiscount({ type: 'free_shipping', value: 10, allocation: 'total' }, [line(1000)])).toEqual([])
  })

  test('nothing from lines that cost nothing, and leaves no row', () => {
    for (const rule of [percentage(10), fixed(10), fixedPerItem(10), percentage(0)])
      expect(amounts(rule, [line(0)])).toEqual([])
  })
})

describe('a discount leaves alone', () => {
  test.each([
    ['lines that take no discount', { allow_discounts: false }],
    ['returns', { is_return: true }],
  ])('%s, and they do not count in the whole', (_, over) => {
    expect(allocateDiscount(fixed(100), [line(1000, over), line(300)])).toEqual([{ item_id: 'item_300', amount: 100 }])
  })

  test('lines that fail its conditions, but they count in the whole (E13)', () => {
    const lines = [line(1000), line(2000, { qualifies: false }), line(300, { qualifies: false })]
    const [only, ...others] = amounts(fixed(500), lines)
    expect(only).toBeCloseTo(151.515, 3)
    expect(others).toEqual([])
  })
})

describe('whatever the lines', () => {
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

  test('the shares of a fixed total add up to it, or to all that there is', () => {
    fc.assert(
      fc.property(lines, fc.nat(2_000_000), (lines, value) => {
        const whole = lines.reduce((sum, one) => sum + lineSubtotal(one), 0)
        expect(sumOfAmounts(allocateDiscount(fixed(value), lines))).toBeCloseTo(Math.min(value, whole), 5)
      }),
    )
  })

  test('a percentage in hundredths takes off the exact fraction of each line, rounded half up', () => {
    fc.assert(
      fc.property(lines, fc.nat(10_000), (lines, hundredths) => {
        for (const { item_id, amount } of allocateDiscount(percentage(hundredths / 100), lines)) {
          const base = lineSubtotal(lines.find((one) => one.id === item_id)!)
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
          expect(amount).toBeLessThanOrEqual(lineSubtotal(lines.find((one) => one.id === item_id)!))
        }
      }),
    )
  })
})
