import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import { computeShippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { computeCartTotals, computeOrderTotals, splitGiftCardTotal } from '#entities/cart/pricing/totals.ts'
import { cart, line, lines, method, ordered } from './arbitraries.ts'
import { discounted } from './examples.ts'

/** All numbers except the explained parts, which can be fractions. */
const numbersIn = (value: unknown, omitted: readonly string[] = []): number[] =>
  typeof value === 'number'
    ? [value]
    : Object.entries(value ?? {}).flatMap(([key, part]) =>
        ['parts', 'gift_card_parts', ...omitted].includes(key) ? [] : numbersIn(part, omitted),
      )

const always = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, check), { numRuns: 500 })

test('no total is negative, except the discount total of a surcharge', () => {
  always(cart, (cart) => {
    const totals = [computeCartTotals(cart), computeOrderTotals(ordered(cart))]
    for (const number of numbersIn(totals, ['discount_total', 'exact_discount']))
      expect(number).toBeGreaterThanOrEqual(0)
  })
})

test('every total of a cart is an integer', () => {
  always(cart, (cart) => {
    const { lines, ...totals } = computeCartTotals(cart)
    const integerLines = lines.map(({ exact_discount, ...line }) => line)
    for (const number of numbersIn([integerLines, totals])) expect(Number.isInteger(number)).toBe(true)
  })
})

test('a gross price equals its net price plus its tax', () => {
  always(lines, (lines) => {
    for (const line of lines.filter((line) => line.includes_tax)) {
      expect(computeLineTotals(line).original_total).toBe(line.unit_price * line.quantity)
    }
  })
  always(method, (method) => {
    const { original_total, original_tax_total } = computeShippingTotals({ ...method, free: false })
    expect(original_total).toBe(method.includes_tax ? method.price : method.price + original_tax_total)
  })
})

test('a line total equals its subtotal minus its discount plus its tax, and no discount exceeds the subtotal', () => {
  always(lines, (lines) => {
    for (const line of lines) {
      const { subtotal, discount_total, tax_total, total } = computeLineTotals(line)
      expect(total).toBe(subtotal - discount_total + tax_total)
      expect(discount_total).toBeLessThanOrEqual(subtotal)
    }
  })
})

test('a line with a discount of 100 % costs nothing, unless its price is only tax', () => {
  const all = { type: 'percentage', value: 100, allocation: null } as const
  always(line, (line) => {
    const [freeLine] = discounted([{ ...line, discountable: true, qualifies: true }], all)
    const { subtotal, total } = computeLineTotals(freeLine!)
    if (subtotal > 0) expect(total).toBe(0)
  })
})

test('the total of a cart equals the sum of its lines and shipping minus discounts and gift cards', () => {
  always(cart, (cart) => {
    const totals = computeCartTotals(cart)
    const sum = (key: 'subtotal' | 'tax_total', of: 'lines' | 'shipping_methods') =>
      totals[of].reduce((all, part) => all + part[key], 0)
    expect(totals).toMatchObject({
      subtotal: sum('subtotal', 'lines'),
      item_tax_total: sum('tax_total', 'lines'),
      shipping_total: sum('subtotal', 'shipping_methods'),
      shipping_tax_total: sum('tax_total', 'shipping_methods'),
      tax_total: totals.item_tax_total + totals.shipping_tax_total,
    })
    const due = totals.subtotal + totals.shipping_total + totals.tax_total - totals.discount_total
    expect(totals.total).toBe(due - totals.gift_card_total - totals.gift_card_tax_total)
  })
})

test('an order has the total of its cart', () => {
  always(cart, (cart) => {
    const { tax_total, lines, ...totals } = computeCartTotals(cart)
    const order = computeOrderTotals(ordered(cart))
    expect(order).toMatchObject(totals)
    expect(order.tax_total).toBe(tax_total - totals.gift_card_tax_total)
    expect(order.lines).toMatchObject(lines)
  })
})

test('the gift card shares of lines are integers and add up to the gift card total without shipping', () => {
  always(cart, (cart) => {
    const totals = computeCartTotals(cart)
    const shares = splitGiftCardTotal(totals)
    expect(shares).toHaveLength(totals.lines.length)
    for (const share of shares) expect(Number.isInteger(share) && share >= 0).toBe(true)
    const paid = shares.reduce((sum, share) => sum + share, 0)
    expect(paid).toBeLessThanOrEqual(totals.gift_card_total)
    if (cart.shipping_methods.length === 0) expect(paid).toBe(totals.gift_card_total)
  })
})
