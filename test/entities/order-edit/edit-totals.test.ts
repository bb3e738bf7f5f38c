import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderLineFacts } from '#entities/order/read-order.ts'
import { type EditedOrder, editTotals } from '#entities/order-edit/edit-totals.ts'

const line = (unit_price: number, quantity: number, off = 0): OrderLineFacts => ({
  id: 'item',
  title: 'Shirt',
  unit_price,
  quantity,
  fulfilled_quantity: null,
  shipped_quantity: null,
  returned_quantity: null,
  includes_tax: false,
  tax_lines: [{ rate: 20, name: 'default', code: 'default' }],
  adjustments: off ? [{ amount: off, discount_id: 'disc' }] : [],
})

const order = (items: OrderLineFacts[]): EditedOrder => ({
  items,
  shipping_methods: [
    { id: 'sm', price: 500, includes_tax: false, tax_lines: [], shipping_option: { name: 'Standard' } },
  ],
  discounts: [],
  gift_card_transactions: [],
})

test('more pieces cost what they cost with tax and discount, and shipping is paid already', () => {
  expect(editTotals(order([line(1000, 1, 100)]), [line(1000, 3, 300)])).toEqual({
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

test('an edit without changes costs nothing, and what is taken out is given back', () => {
  expect(editTotals(order([line(1000, 2)]), [line(1000, 2)]).difference_due).toBe(0)
  expect(editTotals(order([line(1000, 2)]), [line(1000, 1)]).difference_due).toBe(-1200)
})

test('there and back again is due nothing, whatever the lines', () => {
  const lines = fc.array(
    fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 9 }), fc.nat(1000)).map((of) => line(...of)),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const there = editTotals(order(before), after)
      const back = editTotals(order(after), before)
      expect(there.difference_due + back.difference_due).toBe(0)
      expect(there.total - there.difference_due).toBe(back.total)
    }),
  )
})
