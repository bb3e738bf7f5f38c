import { expect, test } from 'vitest'
import { computeDifferenceDue, type OrderAmounts } from '#entities/orders/order/difference-due.ts'

const now = new Date()
const payment = { id: 'pay_1', amount: 3600, captured_at: now }
const excessPayment = { id: 'pay_1', amount: 6000, captured_at: now }
const swapPayment = { id: 'pay_2', amount: 600, captured_at: now, swap_id: 'swap_1' }
const refund = (of: object = {}) => ({ amount: 500, excess_amount: 0, ...of })

test.each<[string, number, Omit<OrderAmounts, 'total'>]>([
  ['nothing is paid', 4800, { payments: [], refunds: [] }],
  ['the payment is canceled', 4800, { payments: [{ ...payment, captured_at: null, canceled_at: now }], refunds: [] }],
  ['less is paid', 1200, { payments: [payment], refunds: [] }],
  ['the rest is authorized', 0, { payments: [payment, { id: 'pay_3', amount: 1200 }], refunds: [] }],
  ['too much is authorized', 0, { payments: [{ ...excessPayment, captured_at: null }], refunds: [] }],
  ['too much is captured', -1200, { payments: [excessPayment], refunds: [] }],
  ['a part of the excess is paid back', -700, { payments: [excessPayment], refunds: [refund({ excess_amount: 500 })] }],
  ['the shop refunded a gift', 1200, { payments: [payment], refunds: [refund()] }],
  [
    'an excess was paid back before an edit',
    500,
    { payments: [{ ...payment, amount: 4800 }], refunds: [refund({ excess_amount: 500 })] },
  ],
  [
    'an old refund paid back an excess',
    -700,
    { payments: [excessPayment], refunds: [refund({ excess_amount: null })] },
  ],
  ['an old refund was a gift', 1200, { payments: [payment], refunds: [refund({ excess_amount: null })] }],
  [
    'old items are returned',
    -1200,
    { payments: [excessPayment], refunds: [refund({ excess_amount: null, return_id: 'ret_1' })] },
  ],
  ['a swap is paid', 1200, { payments: [payment, swapPayment], refunds: [] }],
])('an order where %s has a difference of %i', (_, difference, money) => {
  expect(computeDifferenceDue({ total: 4800, ...money })).toBe(difference)
})
