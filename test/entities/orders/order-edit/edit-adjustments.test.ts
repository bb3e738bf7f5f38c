import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderSnapshot } from '#entities/orders/order/read-order.ts'
import { computeEditAdjustments } from '#entities/orders/order-edit/edit-adjustments.ts'
import type { EditedLine, EditSnapshot } from '#entities/orders/order-edit/read-edit.ts'
import { fake } from '#test/support/fake.ts'

/* Fixed discounts on the total of an order with some fulfilled lines. */

type Discount = EditSnapshot['discounts'][number]

interface Line {
  price: number
  packed?: boolean
  /** The amount of this discount in the order. */
  held?: number
  /** The amount of another discount in the order. */
  other?: number
  product?: string
}

const sharing = (value: number, only?: string): EditSnapshot['discounts'] => [
  fake<Discount>({
    id: 'disc',
    rule: { type: 'fixed', allocation: 'total', value },
    conditions: only ? [{ type: 'products', operator: 'in', resource_ids: [only] }] : [],
  }),
]

const discounted = { description: 'discount', plugin: null }

function taken(discounts: EditSnapshot['discounts'], lines: readonly Line[]): number[] {
  const items = lines.map(({ price, product = 'prod' }, i) =>
    fake<EditedLine>({
      id: `clone_${i}`,
      original_item_id: `item_${i}`,
      unit_price: price,
      quantity: 1,
      allow_discounts: true,
      is_return: false,
      includes_tax: false,
      agreed: null,
      variant: { product: { id: product } },
      tag_ids: [],
      tax_lines: [],
    }),
  )
  const ordered = lines.map(({ packed = false, held = 0, other = 0 }, i) => ({
    id: `item_${i}`,
    fulfilled_quantity: packed ? 1 : 0,
    adjustments: [
      { ...discounted, amount: held, discount_id: 'disc' },
      { ...discounted, amount: other, discount_id: 'other' },
    ].filter(({ amount }) => amount > 0),
  })) as OrderSnapshot['items']
  const found = computeEditAdjustments({ items, discounts }, { items: ordered })
  const ofDiscount = found.filter(({ discount_id }) => discount_id === 'disc')
  return items.map(({ id }) => ofDiscount.find(({ item_id }) => item_id === id)?.amount ?? 0)
}

test('unfulfilled lines share a fixed discount by their prices', () => {
  expect(taken(sharing(300), [{ price: 2000, held: 300 }, { price: 1000 }])).toEqual([200, 100])
})

test('a fulfilled line keeps its share, and the others share the rest', () => {
  const lines = [{ price: 2000, packed: true, held: 200 }, { price: 500 }, { price: 2000 }]
  expect(taken(sharing(250), lines)).toEqual([200, 10, 40])
  expect(taken(sharing(150), lines)).toEqual([200, 0, 0])
})

test('the amounts of another discount are not part of the shares', () => {
  const lines = [{ price: 2000, packed: true, held: 200, other: 40 }, { price: 500 }]
  expect(taken(sharing(250), lines)).toEqual([200, 50])
})

test('a percentage on a fulfilled line does not reduce the shares of the others', () => {
  const tenth = [fake<Discount>({ id: 'disc', rule: { type: 'percentage', value: 10 }, conditions: [] })]
  expect(taken(tenth, [{ price: 2000, packed: true, held: 100 }, { price: 500 }])).toEqual([100, 50])
})

test('a fulfilled line without a share counts in the total and gets nothing', () => {
  const lines = [{ price: 1000, packed: true, product: 'other' }, { price: 1000 }]
  expect(taken(sharing(200, 'prod'), lines)).toEqual([0, 100])
  expect(taken(sharing(200), lines)).toEqual([0, 100])
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
