import { expect, test } from 'vitest'
import type { DiscountTerms } from '#entities/cart/pricing/adjustments.ts'
import type { PricedShipping } from '#entities/cart/pricing/shipping-totals.ts'
import { computeCartTotals } from '#entities/cart/pricing/totals.ts'
import { discounted, type ExampleLine, gross, net, shipping } from './examples.ts'

type Example = {
  name: string
  lines: ExampleLine[]
  shipping?: PricedShipping
  rule?: DiscountTerms
  /** Subtotal, discount, tax and total of each line. */
  items?: [subtotal: number, discount: number, tax: number, total: number][]
  /** Subtotal, tax and total of the shipping. */
  ship?: [subtotal: number, tax: number, total: number]
  cart: Record<string, number>
}

const percentage = (value: number): DiscountTerms => ({ type: 'percentage', value, allocation: 'total' })
const fixed = (value: number): DiscountTerms => ({ type: 'fixed', value, allocation: 'total' })
const fixedPerItem = (value: number): DiscountTerms => ({ type: 'fixed', value, allocation: 'item' })

const e1 = { lines: [net(999, [12.5], { quantity: 3 }), net(333, [12.5])], shipping: shipping(999, [12.5]) }
const e8 = { lines: [gross(1111, [25], { quantity: 3 })], shipping: shipping(1000, [25], { includes_tax: true }) }
const e11 = gross(1111, [5, 7.25], { quantity: 3 })
const e14 = [...[1000, 2000, 300].map((price) => net(price, [20])), net(500, [20], { discountable: false })]

// biome-ignore format: a table
const examples: Example[] = [
  { name: 'E1 12.5 %, 3 × 999 and 1 × 333, shipping 999', ...e1, items: [[2997, 0, 375, 3372], [333, 0, 42, 375]], ship: [999, 125, 1124],
    cart: { subtotal: 3330, shipping_total: 999, item_tax_total: 417, shipping_tax_total: 125, tax_total: 542, discount_total: 0, total: 4871 } },
  { name: 'E2 E1 with 15 %', ...e1, rule: percentage(15), items: [[2997, 450, 318, 2865], [333, 50, 35, 318]],
    cart: { discount_total: 500, total: 4307 } },
  { name: 'E3 E1 with 1000 off the total', ...e1, rule: fixed(1000), items: [[2997, 900, 262, 2359], [333, 100, 29, 262]],
    cart: { discount_total: 1000, total: 3745 } },
  { name: 'E4 E1 with 100 off each item', ...e1, rule: fixedPerItem(100), items: [[2997, 300, 337, 3034], [333, 100, 29, 262]],
    cart: { discount_total: 400, total: 4420 } },
  { name: 'E5 3 lines of 100, 12.5 %, 100 off the total', lines: [1, 2, 3].map(() => net(100, [12.5])), rule: fixed(100),
    items: [[100, 33, 8, 75], [100, 34, 8, 74], [100, 33, 8, 75]], cart: { discount_total: 100, tax_total: 24, total: 224 } },
  { name: 'E6 rates 5 and 5 on a unit of 10 and on shipping of 10', lines: [net(10, [5, 5])], shipping: shipping(10, [5, 5]),
    items: [[10, 0, 2, 12]], ship: [10, 1, 11], cart: { tax_total: 3, total: 23 } },
  { name: 'E7 rates 5 and 7.25 on 100, shipping 999 with 3 %', lines: [net(100, [5, 7.25])], shipping: shipping(999, [3]),
    items: [[100, 0, 12, 112]], ship: [999, 30, 1029], cart: { total: 1141 } },
  { name: 'E8 gross 25 %, 3 × 1111, shipping 1000 gross', ...e8, items: [[2666, 0, 667, 3333]], ship: [800, 200, 1000],
    cart: { subtotal: 2666, shipping_total: 800, tax_total: 867, total: 4333 } },
  { name: 'E9 E8 with 15 %', ...e8, rule: percentage(15), items: [[2666, 400, 567, 2833]], cart: { discount_total: 400, total: 3833 } },
  { name: 'E10 E8 with 1000 off the total', ...e8, rule: fixed(1000), items: [[2666, 1000, 417, 2083]], cart: { total: 3083 } },
  { name: 'E11 gross 5 % and 7.25 %, 3 × 1111', lines: [e11], items: [[2969, 0, 364, 3333]], cart: { subtotal: 2969, total: 3333 } },
  { name: 'E11 with 10 %', lines: [e11], rule: percentage(10), items: [[2969, 297, 328, 3000]], cart: { total: 3000 } },
  { name: 'E12 2 × 500 gross 25 % and the line of E11, 1000 off the total', lines: [gross(500, [25], { quantity: 2 }), e11], rule: fixed(1000),
    items: [[800, 212, 147, 735], [2969, 788, 267, 2448]], cart: { discount_total: 1000, total: 3183 } },
  { name: 'E13 500 off the total, for the first line only, the last not discountable', rule: fixed(500),
    lines: [net(1000, []), net(2000, [], { qualifies: false }), net(300, [], { qualifies: false }), net(500, [], { qualifies: false, discountable: false })],
    items: [[1000, 500, 0, 500], [2000, 0, 0, 2000], [300, 0, 0, 300], [500, 0, 0, 500]], cart: { discount_total: 500, total: 3300 } },
  { name: 'E14 5000 off each of 1000, 2000, 300, and 500 not discountable, 20 %', lines: e14, rule: fixedPerItem(5000),
    cart: { subtotal: 3800, discount_total: 3300, tax_total: 100, total: 600 } },
  { name: 'E14 with 100 %', lines: e14, rule: percentage(100), cart: { subtotal: 3800, discount_total: 3300, tax_total: 100, total: 600 } },
  { name: 'E15 1000 and shipping 500, taxes not computed', lines: [net(1000, [])], shipping: shipping(500, []), cart: { tax_total: 0, total: 1500 } },
  { name: 'E15 with taxes of 20 %', lines: [net(1000, [20])], shipping: shipping(500, [20]), cart: { tax_total: 300, total: 1800 } },
  { name: 'E16 2 × 1250 gross 25 %, 10 %', lines: [gross(1250, [25], { quantity: 2 })], rule: percentage(10),
    items: [[2000, 200, 450, 2250]], cart: { subtotal: 2000, discount_total: 200, tax_total: 450, total: 2250 } },
]

test.each(examples)('the totals of the example are exact: $name', ({ lines, shipping, rule, items, ship, cart }) => {
  const totals = computeCartTotals({
    lines: discounted(lines, rule),
    shipping_methods: shipping ? [shipping] : [],
    gift_cards: [],
    gift_cards_taxable: true,
  })
  expect(totals).toMatchObject(cart)
  if (items) expect(totals.lines.map((t) => [t.subtotal, t.discount_total, t.tax_total, t.total])).toEqual(items)
  if (ship) expect(totals.shipping_methods.map((t) => [t.subtotal, t.tax_total, t.total])).toEqual([ship])
})
