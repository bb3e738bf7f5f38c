import { expect, test } from 'vitest'
import { computeOutstandingAmount, type OrderAmounts } from '#entities/orders/order/outstanding-amount.ts'

const now = new Date()
const payment = { id: 'pay_1', amount: 3600, captured_at: now }
const swapPayment = { id: 'pay_2', amount: 600, captured_at: now, swap_id: 'swap_1' }
const refund = (of: object = {}) => ({ amount: 500, payment_id: 'pay_1', ...of })
const forReturn = refund({ return_id: 'ret_1' })

test.each<[string, number, Omit<OrderAmounts, 'total'>]>([
  ['nothing is paid', 4800, { payments: [], refunds: [] }],
  ['the payment is canceled', 4800, { payments: [{ ...payment, captured_at: null, canceled_at: now }], refunds: [] }],
  ['less is paid', 1200, { payments: [payment], refunds: [] }],
  ['more is paid', -300, { payments: [payment, { id: 'pay_3', amount: 1500 }], refunds: [] }],
  ['the shop refunded an amount', 1700, { payments: [payment], refunds: [refund()] }],
  ['items are returned', 1200, { payments: [payment], refunds: [forReturn] }],
  ['items are claimed', 1200, { payments: [payment], refunds: [refund({ claim_order_id: 'claim_1' })] }],
  ['items are swapped', 1200, { payments: [payment], refunds: [refund({ swap_id: 'swap_1' })] }],
  ['items are returned and the shop refunded more', 1700, { payments: [payment], refunds: [forReturn, refund()] }],
  ['a swap is paid', 1200, { payments: [payment, swapPayment], refunds: [] }],
  [
    'a swap is paid and refunded',
    1200,
    { payments: [payment, swapPayment], refunds: [refund({ payment_id: 'pay_2' })] },
  ],
])('an order where %s has an outstanding amount of %i', (_, outstanding, money) => {
  expect(computeOutstandingAmount({ total: 4800, ...money })).toBe(outstanding)
})
