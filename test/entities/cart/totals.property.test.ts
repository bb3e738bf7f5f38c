import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cartTotals,
  lineTotals,
  orderTotals,
  type PricedCart,
  refundable,
  shippingTotals,
} from '#entities/cart/totals.ts'
import { spendGiftCards } from '#entities/gift-card/spend.ts'
import { discounted, type ExampleLine, shipping } from './examples.ts'

const amount = fc.oneof(fc.nat(20), fc.nat(2000), fc.nat(10_000_000))
const rate = fc.oneof(fc.nat(100), fc.constantFrom(5.5, 7.25, 8.1, 12.5, 19.6))
const rates = fc.array(rate, { maxLength: 3 })
const line: fc.Arbitrary<ExampleLine> = fc.record({
  price: amount,
  quantity: fc.integer({ min: 1, max: 1000 }),
  rates,
  gross: fc.boolean(),
  discountable: fc.boolean(),
  qualifies: fc.boolean(),
})
const rule = fc.oneof(
  fc.record({ type: fc.constant('percentage' as const), value: fc.nat(100), allocation: fc.constant(null) }),
  fc.record({
    type: fc.constant('fixed' as const),
    value: amount,
    allocation: fc.constantFrom('total' as const, 'item' as const),
  }),
)
const lines = fc
  .tuple(fc.array(line, { maxLength: 5 }), fc.option(rule))
  .map(([some, one]) => discounted(some, one ?? undefined))
const method = fc
  .record({ price: amount, rates, includes_tax: fc.boolean(), free: fc.boolean() })
  .map(({ price, rates, ...over }) => shipping(price, rates, over))
const card = fc.record({
  balance: amount,
  tax_rate: fc.option(rate),
  ends_at: fc.option(fc.date({ noInvalidDate: true })),
})
const cart: fc.Arbitrary<PricedCart> = fc.record({
  lines,
  shipping_methods: fc.array(method, { maxLength: 2 }),
  gift_cards: fc.array(card, { maxLength: 3 }).map((cards) => cards.map((one, i) => ({ ...one, id: `gift_${i}` }))),
  gift_cards_taxable: fc.boolean(),
})

/** The order of a cart: its gift cards are spent. */
const ordered = (cart: PricedCart) => ({
  ...cart,
  lines: cart.lines.map((line) => ({ ...line, returned_quantity: null })),
  gift_card_transactions: spendGiftCards(cart.gift_cards, cartTotals(cart).gift_card_total).map(({ card, amount }) => ({
    amount,
    is_taxable: cart.gift_cards_taxable,
    tax_rate: card.tax_rate,
  })),
  payments: [],
  refunds: [],
})

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : Object.values(value ?? {}).flatMap(numbersIn)

const always = <T>(things: fc.Arbitrary<T>, holds: (thing: T) => void) =>
  fc.assert(fc.property(things, holds), { numRuns: 500 })

test('no total is negative', () => {
  always(cart, (cart) => {
    for (const number of numbersIn([cartTotals(cart), orderTotals(ordered(cart))]))
      expect(number).toBeGreaterThanOrEqual(0)
  })
})

test('every total of a cart is whole', () => {
  always(cart, (cart) => {
    const { lines, ...totals } = cartTotals(cart)
    const whole = lines.map(({ exact_discount, ...line }) => line)
    for (const number of numbersIn([whole, totals])) expect(Number.isInteger(number)).toBe(true)
  })
})

test('a gross price is its net price and its tax', () => {
  always(lines, (lines) => {
    for (const line of lines.filter((line) => line.includes_tax)) {
      expect(lineTotals(line).original_total).toBe(line.unit_price * line.quantity)
    }
  })
  always(method, (method) => {
    const { original_total, original_tax_total } = shippingTotals({ ...method, free: false })
    expect(original_total).toBe(method.includes_tax ? method.price : method.price + original_tax_total)
  })
})

test('the total of a line is its subtotal less its discount plus its tax, a discount is no more than the subtotal', () => {
  always(lines, (lines) => {
    for (const line of lines) {
      const { subtotal, discount_total, tax_total, total } = lineTotals(line)
      expect(total).toBe(subtotal - discount_total + tax_total)
      expect(discount_total).toBeLessThanOrEqual(subtotal)
    }
  })
})

test('a line that is given away costs nothing, unless its price is all tax', () => {
  const all = { type: 'percentage', value: 100, allocation: null } as const
  always(line, (line) => {
    const [given] = discounted([{ ...line, discountable: true, qualifies: true }], all)
    const { subtotal, total } = lineTotals(given!)
    if (subtotal > 0) expect(total).toBe(0)
  })
})

test('the total of a cart is the sum of its parts less discounts and gift cards', () => {
  always(cart, (cart) => {
    const totals = cartTotals(cart)
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
    const { tax_total, lines, ...totals } = cartTotals(cart)
    const order = orderTotals(ordered(cart))
    expect(order).toMatchObject(totals)
    expect(order.tax_total).toBe(tax_total - totals.gift_card_tax_total)
    expect(order.lines).toMatchObject(lines)
  })
})

test('pieces that come back are worth no more than the line', () => {
  always(lines, (lines) => {
    for (const line of lines) expect(refundable(line, line.quantity)).toBeLessThanOrEqual(lineTotals(line).total)
  })
})
