import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderLineSnapshot } from '#entities/orders/order/read-order.ts'
import { computeEditTotals, type EditedOrder } from '#entities/orders/order-edit/edit-totals.ts'
import { round } from '#entities/values/money.ts'

const line = (unit_price: number, quantity: number, off = 0): OrderLineSnapshot => ({
  id: 'item',
  title: 'Shirt',
  unit_price,
  quantity,
  fulfilled_quantity: null,
  shipped_quantity: null,
  returned_quantity: null,
  includes_tax: false,
  tax_lines: [{ rate: 20, name: 'default', code: 'default' }],
  adjustments: off ? [{ amount: off, discount_id: 'disc', plugin: null, description: 'discount' }] : [],
})

const order = (items: OrderLineSnapshot[]): EditedOrder => ({
  items,
  shipping_methods: [
    {
      id: 'sm',
      cart_id: 'cart',
      price: 500,
      includes_tax: false,
      adjustments: null,
      tax_lines: [],
      shipping_option: { name: 'Standard' },
    },
  ],
  discounts: [],
  gift_card_transactions: [],
})

test('an added quantity costs its price with tax and discount and no shipping', () => {
  expect(computeEditTotals(order([line(1000, 1, 100)]), [line(1000, 3, 300)])).toEqual({
    subtotal: 3000,
    discount_total: 300,
    shipping_total: 500,
    gift_card_total: 0,
    gift_card_tax_total: 0,
    tax_total: 540,
    total: 3740,
    difference_due: 2160,
  })
})

test('an unchanged edit costs nothing, and a removed line is refunded', () => {
  expect(computeEditTotals(order([line(1000, 2)]), [line(1000, 2)]).difference_due).toBe(0)
  expect(computeEditTotals(order([line(1000, 2)]), [line(1000, 1)]).difference_due).toBe(-1200)
})

test('an added line costs its price with tax and discount for any other lines', () => {
  const anyLine = fc
    .tuple(fc.integer({ min: 1000, max: 100_000 }), fc.integer({ min: 1, max: 9 }), fc.nat(1000))
    .map(([price, quantity, off]) => line(price, quantity, off))
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 4 }), anyLine, (others, added) => {
      const { difference_due } = computeEditTotals(order(others), [...others, added])
      const off = added.adjustments.reduce((sum, { amount }) => sum + amount, 0)
      const net = added.unit_price * added.quantity - off
      expect(difference_due).toBe(net + round(net / 5))
    }),
  )
})
