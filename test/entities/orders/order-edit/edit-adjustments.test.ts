import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderSnapshot } from '#entities/orders/order/read-order.ts'
import { computeEditAdjustments } from '#entities/orders/order-edit/edit-adjustments.ts'
import type { EditedLine, EditSnapshot } from '#entities/orders/order-edit/read-edit.ts'
import { fake } from '#test/support/fake.ts'

/* Discounts of an edit follow the shares of the order, not the discount of today. */

type Discount = EditSnapshot['discounts'][number]

interface Line {
  price: number
  packed?: boolean
  /** The amount of this discount in the order. */
  held?: number
  /** The amount of another discount in the order. */
  other?: number
  product?: string
  /** The quantity in the order, 0 for a line that the edit adds. Default: 1, like the quantity in the edit. */
  sold?: number
  quantity?: number
  /** The price includes two taxes. */
  includesTax?: boolean
}

const sharing = (value: number, only?: string): EditSnapshot['discounts'] => [
  fake<Discount>({
    id: 'disc',
    rule: { type: 'fixed', allocation: 'total', value },
    conditions: only ? [{ type: 'products', operator: 'in', resource_ids: [only] }] : [],
  }),
]

const TAXES = [7, 1.25].map((rate) => ({ rate, name: 'Tax', code: null }))

const discounted = { description: 'discount', plugin: null }

function taken(discounts: EditSnapshot['discounts'], lines: readonly Line[]): number[] {
  const items = lines.map(({ price, product = 'prod', quantity = 1, sold = 1, includesTax = false }, i) =>
    fake<EditedLine>({
      id: `clone_${i}`,
      original_item_id: sold > 0 ? `item_${i}` : null,
      unit_price: price,
      quantity,
      allow_discounts: true,
      is_return: false,
      includes_tax: includesTax,
      agreed: null,
      variant: { product: { id: product } },
      tag_ids: [],
      tax_lines: includesTax ? TAXES : [],
    }),
  )
  const ordered = lines.map(({ price, packed = false, held = 0, other = 0, sold = 1, includesTax = false }, i) =>
    fake<OrderSnapshot['items'][number]>({
      id: `item_${i}`,
      unit_price: price,
      quantity: sold,
      includes_tax: includesTax,
      tax_lines: includesTax ? TAXES : [],
      fulfilled_quantity: packed ? 1 : 0,
      adjustments: [
        { ...discounted, amount: held, discount_id: 'disc' },
        { ...discounted, amount: other, discount_id: 'other' },
      ].filter(({ amount }) => amount > 0),
    }),
  )
  const sold = ordered.filter(({ quantity }) => quantity > 0)
  const found = computeEditAdjustments(
    { items: items.filter(({ quantity }) => quantity > 0), discounts },
    { items: sold },
  )
  const ofDiscount = found.filter(({ discount_id }) => discount_id === 'disc')
  return items.map(({ id }) => ofDiscount.find(({ item_id }) => item_id === id)?.amount ?? 0)
}

const percentage = (value: number, only?: string): EditSnapshot['discounts'] =>
  sharing(value, only).map((discount) => ({
    ...discount,
    rule: { ...discount.rule, type: 'percentage', allocation: null },
  }))

test('an unchanged line keeps its share of a changed fixed discount', () => {
  const lines = [
    { price: 2000, held: 200 },
    { price: 1000, held: 100 },
  ]
  for (const value of [0, 50, 5000]) expect(taken(sharing(value), lines)).toEqual([200, 100])
})

test.each([0, 10, 50, 100])('a line keeps its discount per unit if the percentage is %d today', (value) => {
  const lines = [
    { price: 6000, held: 600 },
    { price: 4000, held: 800, sold: 2, quantity: 3 },
    { price: 4000, held: 800, sold: 2, quantity: 1 },
    { price: 1000, sold: 0, product: 'new' },
  ]
  expect(taken(percentage(value), lines)).toEqual([600, 1200, 400, 100])
})

test('a sold product keeps its discount if the conditions exclude it today, and a line without discount gets none', () => {
  const lines = [
    { price: 6000, held: 600, product: 'a' },
    { price: 4000, product: 'b', sold: 1, quantity: 2 },
    { price: 500, product: 'a', sold: 0 },
    { price: 500, product: 'b', sold: 0 },
    { price: 500, product: 'c', sold: 0 },
  ]
  expect(taken(percentage(25, 'b'), lines)).toEqual([600, 0, 50, 0, 0])
})

test('a fixed discount per unit applies to added units at the value of the sale', () => {
  const perUnit = sharing(900).map((discount) => ({
    ...discount,
    rule: { ...discount.rule, allocation: 'item' as const },
  }))
  expect(
    taken(perUnit, [
      { price: 4000, held: 600, sold: 2, quantity: 3 },
      { price: 800, sold: 0 },
    ]),
  ).toEqual([900, 300])
})

test('unfulfilled and added lines share the part of a fixed discount that removed units leave', () => {
  const removed = { price: 2000, held: 200, quantity: 0 }
  expect(taken(sharing(300), [removed, { price: 1000, held: 100 }])).toEqual([0, 300])
  expect(taken(sharing(300), [removed, { price: 1000, held: 100, packed: true }])).toEqual([0, 100])
  const halved = { price: 2000, held: 200, sold: 2, quantity: 1 }
  expect(taken(sharing(300), [halved, { price: 1000, held: 100 }]).map(Math.round)).toEqual([168, 132])
})

test('a share never exceeds the price of the edited line', () => {
  const taxed = { price: 54, held: 99, sold: 2, quantity: 1, includesTax: true }
  expect(taken(sharing(1165), [taxed])).toEqual([49])
})

test('added units and lines do not change a fixed discount on the whole order', () => {
  const added = { price: 1000, sold: 0, product: 'new' }
  expect(taken(sharing(300), [{ price: 2000, held: 300, sold: 2, quantity: 5 }, added])).toEqual([300, 0])
})

test('the amounts of another discount are not part of the shares', () => {
  const lines = [
    { price: 2000, packed: true, held: 200, other: 40 },
    { price: 500, held: 50 },
  ]
  expect(taken(sharing(250), lines)).toEqual([200, 50])
})

test('all shares never exceed the discount, and fulfilled lines keep their shares', () => {
  const line = fc.record({ price: fc.integer({ min: 1, max: 1e6 }), packed: fc.boolean(), weight: fc.nat(9) })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 1e4 }), (lines, value) => {
      const whole = lines.reduce((all, { weight }) => all + weight, 0) || 1
      const held = lines.map(({ weight, price }) => Math.min(price, (value * weight) / whole))
      const found = taken(
        sharing(value),
        lines.map((one, i) => ({ ...one, held: held[i] as number })),
      )
      expect(found.reduce((all, amount) => all + amount, 0)).toBeLessThanOrEqual(value + 1e-6)
      for (const [i, { packed }] of lines.entries()) if (packed) expect(found[i]).toBe(held[i])
    }),
  )
})
