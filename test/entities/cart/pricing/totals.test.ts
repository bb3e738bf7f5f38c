import { describe, expect, test } from 'vitest'
import { computeLineSubtotal, computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import { computeShippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { computeCartTotals, computeOrderTotals } from '#entities/cart/pricing/totals.ts'
import { discounted, type ExampleLine, gross, net, shipping } from '../cart/examples.ts'

const percentage = (value: number) => ({ type: 'percentage', value, allocation: 'total' }) as const
const only = (line: ExampleLine, percent?: number) =>
  discounted([line], percent == null ? undefined : percentage(percent))[0]!

const order = (line: ExampleLine, percent?: number) => ({
  lines: [{ ...only(line, percent), returned_quantity: null as number | null }],
  shipping_methods: [],
  gift_card_transactions: [],
  payments: [],
  refunds: [],
})

describe('totals of a line', () => {
  test('a line keeps its original totals without the discount', () => {
    expect(computeLineTotals(only(net(999, [12.5], { quantity: 3 }), 15))).toMatchObject({
      tax_total: 318,
      original_tax_total: 375,
      original_total: 3372,
    })
  })

  test('a line shows its gross price if taxes are not calculated', () => {
    expect(computeLineTotals(only(gross(1111, [], { quantity: 3 })))).toMatchObject({
      subtotal: 3333,
      tax_total: 0,
      total: 3333,
    })
  })

  test('a line is discounted on its price without tax', () => {
    const line = only(gross(1111, [5, 7.25], { quantity: 3 }))
    expect(computeLineSubtotal(line)).toBe(computeLineTotals(line).subtotal)
    expect(computeLineSubtotal(line)).toBe(2969)
  })

  test.each([
    [1111, 1000],
    [1113, 1000],
  ])('a line of %d gross with a discount of 100 %% costs nothing for any quantity', (price, quantity) => {
    expect(computeLineTotals(only(gross(price, [25], { quantity }), 100))).toMatchObject({ tax_total: 0, total: 0 })
  })

  test('a line has no negative tax with an almost complete discount', () => {
    const line = { ...only(gross(1113, [25], { quantity: 1000 })), adjustments: [{ amount: 890_499 }] }
    expect(computeLineTotals(line)).toMatchObject({ subtotal: 890_500, tax_total: 0, total: 1 })
  })

  test('a line is taxed on the exact discounted price', () => {
    const line = { ...only(net(100, [12.7])), adjustments: [{ amount: 100 / 3 }] }
    expect(computeLineTotals(line)).toMatchObject({ discount_total: 33, tax_total: 8, total: 75 })
  })

  test('a discount of a line never exceeds its price', () => {
    const line = { ...only(net(100, [20])), adjustments: [{ amount: 80 }, { amount: 70 }] }
    expect(computeLineTotals(line)).toMatchObject({ discount_total: 100, exact_discount: 100, total: 0 })
  })

  test('a line of the smallest gross price with many rates has no negative subtotal', () => {
    expect(computeLineTotals(only(gross(1, [25, 25, 25], { quantity: 2 })))).toMatchObject({
      subtotal: 0,
      tax_total: 2,
      total: 2,
    })
  })
})

describe('totals of a shipping method', () => {
  test('stacked rates of a shipping method are extracted together', () => {
    expect(computeShippingTotals(shipping(1000, [5, 7.25], { includes_tax: true }))).toMatchObject({
      subtotal: 891,
      total: 1000,
      tax_total: 109,
      original_total: 1000,
      original_tax_total: 109,
    })
  })

  test.each([true, false])('free shipping costs nothing and keeps the original totals (gross: %s)', (includes_tax) => {
    const method = shipping(1000, [25], { includes_tax })
    const { original_total, original_tax_total } = computeShippingTotals(method)
    const free = { subtotal: 0, total: 0, tax_total: 0, original_total, original_tax_total }
    expect(computeShippingTotals({ ...method, free: true })).toMatchObject(free)
    expect(original_total).toBe(includes_tax ? 1000 : 1250)
  })
})

describe('totals of a cart', () => {
  test('an empty cart costs nothing', () => {
    expect(computeCartTotals({ lines: [], shipping_methods: [], gift_cards: [], gift_cards_taxable: true })).toEqual({
      subtotal: 0,
      discount_total: 0,
      item_tax_total: 0,
      shipping_total: 0,
      shipping_tax_total: 0,
      tax_total: 0,
      gift_card_total: 0,
      gift_card_tax_total: 0,
      total: 0,
      gift_card_parts: [],
      lines: [],
      shipping_methods: [],
    })
  })

  test.each([
    [20, 500, true, { gift_card_total: 500, gift_card_tax_total: 100, tax_total: 300, total: 1200 }],
    [20, 100_000, true, { gift_card_total: 1500, gift_card_tax_total: 300, total: 0 }],
    [20, 500, false, { gift_card_total: 500, gift_card_tax_total: 0, total: 1300 }],
    [20, 100_000, false, { gift_card_total: 1800, gift_card_tax_total: 0, total: 0 }],
  ])('the totals of 1000 with shipping of 500 at %d %% and a gift card of %d are exact (taxed: %s)', (rate, balance, taxable, expected) => {
    const totals = computeCartTotals({
      lines: [only(net(1000, [rate]))],
      shipping_methods: [shipping(500, [rate])],
      gift_cards: [{ id: 'gift_1', balance, tax_rate: taxable ? rate : null, ends_at: null }],
      gift_cards_taxable: taxable,
    })
    expect(totals).toMatchObject(expected)
  })

  test('the totals of 1000 at 12.5 % with a gift card of 333 are exact', () => {
    const totals = computeCartTotals({
      lines: [only(net(1000, [12.5]))],
      shipping_methods: [],
      gift_cards: [{ id: 'gift_1', balance: 333, tax_rate: 12.5, ends_at: null }],
      gift_cards_taxable: true,
    })
    expect(totals).toMatchObject({ gift_card_total: 333, gift_card_tax_total: 42, total: 750 })
  })

  test('the totals of lines and shipping methods keep their order', () => {
    const totals = computeCartTotals({
      lines: discounted([net(1, []), net(2, []), net(3, [])]),
      shipping_methods: [shipping(5, []), shipping(4, [])],
      gift_cards: [],
      gift_cards_taxable: true,
    })
    expect(totals.lines.map((line) => line.subtotal)).toEqual([1, 2, 3])
    expect(totals.shipping_methods.map((method) => method.subtotal)).toEqual([5, 4])
  })
})

describe('totals of an order', () => {
  test('the tax total of an order excludes the tax paid by gift cards', () => {
    const totals = computeOrderTotals({
      ...order(net(1400, [20])),
      gift_card_transactions: [{ gift_card_id: 'gift_1', amount: 500, is_taxable: true, tax_rate: 20 }],
    })
    expect(totals).toMatchObject({ item_tax_total: 280, tax_total: 180, gift_card_tax_total: 100, total: 1080 })
  })

  test('the refundable amount is the paid amount minus refunds', () => {
    const totals = computeOrderTotals({
      ...order(net(1000, [20])),
      payments: [{ amount: 700 }, { amount: 500 }],
      refunds: [{ amount: 300 }, { amount: 100 }],
    })
    expect(totals).toMatchObject({ paid_total: 1200, refunded_total: 400, refundable_amount: 800 })
  })

  test('a line is refundable with its discount and tax (E16)', () => {
    const totals = computeOrderTotals(order(gross(1250, [25], { quantity: 2 }), 10))
    expect(totals.lines[0]).toMatchObject({ total: 2250, refundable: 2250 })
  })

  test('a line is refundable without its returned quantity', () => {
    const placed = order(gross(1250, [25], { quantity: 2 }), 10)
    const totals = computeOrderTotals({ ...placed, lines: [{ ...placed.lines[0]!, returned_quantity: 1 }] })
    expect(totals.lines[0]).toMatchObject({ total: 2250, refundable: 1125 })
  })
})
