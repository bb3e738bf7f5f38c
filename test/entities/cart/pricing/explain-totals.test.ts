import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainCartTotal, explainOrderTotal, type TotalInputs } from '#entities/cart/pricing/explain-totals.ts'
import { sumParts, type TotalPart } from '#entities/cart/pricing/total-part.ts'
import { type CartTotalsInput, computeCartTotals, computeOrderTotals } from '#entities/cart/pricing/totals.ts'
import { cart, ordered } from '../cart/arbitraries.ts'
import { discounted, gross, net, shipping } from '../cart/examples.ts'

const tax = { name: 'VAT', code: null }
const rule = (free: boolean) => ({ rule: { type: free ? 'free_shipping' : 'percentage' } })

/** Adds names and ids to a cart. */
const withNames = (cart: CartTotalsInput): TotalInputs => ({
  lines: cart.lines.map((line, i) => ({
    ...line,
    id: `item_${i}`,
    title: `Item ${i}`,
    tax_lines: line.tax_lines.map((rated) => ({ ...rated, ...tax })),
    adjustments: line.adjustments.map((adjustment) => ({
      ...adjustment,
      discount_id: 'plugin' in adjustment ? null : 'disc_1',
    })),
  })),
  shipping_methods: cart.shipping_methods.map((method, i) => ({
    ...method,
    id: `sm_${i}`,
    name: `Method ${i}`,
    tax_lines: method.tax_lines.map((rated) => ({ ...rated, ...tax })),
    adjustments: (method.adjustments ?? []).map(({ amount }) => ({ plugin: 'wrap', description: '', amount })),
  })),
  discounts: [{ id: 'disc_1', code: 'SALE', ...rule(cart.shipping_methods.some(({ free }) => free)) }],
  gift_cards: cart.gift_cards.map(({ id }) => ({ id, code: id.toUpperCase() })),
})

const allOf = (part: TotalPart): TotalPart[] => [part, ...part.parts.flatMap(allOf)]
const find = (root: TotalPart, kind: string) => allOf(root).find((part) => part.kind === kind) as TotalPart
const LEAVES = [
  'price',
  'adjustment',
  'price_adjustment',
  'free_shipping',
  'tax',
  'contained_tax',
  'gift_card',
  'gift_card_tax',
  'rounding',
]

/** A free shipping discount applies to all methods. */
const anyCart = fc.tuple(cart, fc.boolean()).map(([cart, free]) => ({
  ...cart,
  shipping_methods: cart.shipping_methods.map((method) => ({ ...method, free })),
}))

test('every amount equals the sum of its parts, and every explained total equals the computed one', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const totals = computeCartTotals(cart)
      const order = computeOrderTotals(ordered(cart))
      for (const [root, computed] of [
        [explainCartTotal(withNames(cart), totals), totals],
        [explainOrderTotal(withNames(cart), order), order],
      ] as const) {
        for (const part of allOf(root)) {
          expect(Number.isInteger(part.amount)).toBe(true)
          if (part.parts.length > 0) expect(part.amount).toBe(sumParts(part.parts))
          else if (LEAVES.includes(part.kind)) expect(part.parts).toEqual([])
          else expect([part.kind, part.amount]).toEqual([part.kind, 0])
        }
        for (const [kind, sign] of SHOWN)
          expect([kind, sign * find(root, kind).amount + 0]).toEqual([kind, computed[kind]])
      }
    }),
    { numRuns: 500 },
  )
})

const SHOWN = [
  ['total', 1],
  ['subtotal', 1],
  ['discount_total', -1],
  ['shipping_total', 1],
  ['item_tax_total', 1],
  ['shipping_tax_total', 1],
  ['tax_total', 1],
  ['gift_card_total', -1],
  ['gift_card_tax_total', -1],
] as const

test('the parts of a line equal its totals', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const totals = computeCartTotals(cart)
      const root = explainCartTotal(withNames(cart), totals)
      for (const [i, line] of totals.lines.entries()) {
        const of = (kind: string) =>
          sumParts(find(root, kind).parts.filter((part) => part.kind === 'line' && part.item_id === `item_${i}`))
        expect([of('subtotal'), of('discount_total'), of('item_tax_total')]).toEqual([
          line.subtotal,
          0 - line.discount_total,
          line.tax_total,
        ])
      }
      // A tax on shipping is rounded once and then shared by its rates. A tax within a gross price is rounded per
      // unit.
      const isNet = [...cart.lines, ...cart.shipping_methods].every(({ includes_tax }) => !includes_tax)
      for (const part of allOf(root)) {
        if (part.kind === 'tax' && isNet) expect(Math.abs(part.amount - part.exact_amount)).toBeLessThan(1.500002)
        if (part.kind === 'price') expect(part.amount).toBe(part.unit_price * part.quantity)
      }
    }),
  )
})

const outline = (part: TotalPart): unknown => [part.kind, part.amount, ...part.parts.map(outline)]
const explain = (cart: Partial<CartTotalsInput>) => {
  const completeCart = { lines: [], shipping_methods: [], gift_cards: [], gift_cards_taxable: true, ...cart }
  return explainCartTotal(withNames(completeCart), computeCartTotals(completeCart))
}

test('the shares of a discount add up without a rounding part', () => {
  const lines = discounted(
    [1, 2, 3].map(() => net(100, [12.5])),
    { type: 'fixed', value: 100, allocation: 'total' },
  )
  const off = find(explain({ lines }), 'discount_total')
  expect(outline(off)).toEqual([
    'discount_total',
    -100,
    ...[33, 34, 33].map((share) => ['line', -share, ['adjustment', -share]]),
  ])
  expect(find(off, 'adjustment')).toMatchObject({ discount_id: 'disc_1', code: 'SALE', exact_amount: -33 })
})

test('a discount with fractions, as older orders store it, has a rounding part', () => {
  const lines = discounted([1, 2, 3].map(() => net(100, [12.5]))).map((line) => ({
    ...line,
    adjustments: [{ amount: 100 / 3, discount_id: 'disc_1' }],
  }))
  const off = find(explain({ lines }), 'discount_total')
  expect(outline(off)).toEqual([
    'discount_total',
    -100,
    ...[33, 33, 33].map((share) => ['line', -share, ['adjustment', -share]]),
    ['rounding', -1],
  ])
})

test('a gross price lists its contained taxes (E11)', () => {
  const lines = discounted([gross(1111, [5, 7.25], { quantity: 3 })])
  expect(
    outline(explain({ lines, shipping_methods: [shipping(1000, [25], { includes_tax: true, free: true })] })),
  ).toEqual([
    'total',
    3333,
    ['subtotal', 2969, ['line', 2969, ['price', 3333], ['contained_tax', -149], ['contained_tax', -215]]],
    ['discount_total', 0],
    ['shipping_total', 0, ['shipping_method', 0, ['price', 1000], ['contained_tax', -200], ['free_shipping', -800]]],
    [
      'tax_total',
      364,
      ['item_tax_total', 364, ['line', 364, ['tax', 149], ['tax', 215]]],
      ['shipping_tax_total', 0, ['shipping_method', 0, ['tax', 0]]],
    ],
    ['gift_card_total', 0],
    ['gift_card_tax_total', 0],
  ])
})

test('each gift card lists the amount it paid and the tax it saved', () => {
  const card = { id: 'gift_1', balance: 333, tax_rate: 12.5, ends_at: null }
  const root = explain({ lines: discounted([net(1000, [12.5])]), gift_cards: [card] })
  expect(find(root, 'gift_card_total').parts).toEqual([
    { kind: 'gift_card', amount: -333, gift_card_id: 'gift_1', code: 'GIFT_1', parts: [] },
  ])
  expect(find(root, 'gift_card_tax_total').parts).toEqual([
    { kind: 'gift_card_tax', amount: -42, gift_card_id: 'gift_1', base: 333, rate: 12.5, parts: [] },
  ])
})
