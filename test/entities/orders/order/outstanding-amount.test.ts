import { expect, test } from 'vitest'
import { computeOutstandingAmount, type OrderAmounts } from '#entities/orders/order/outstanding-amount.ts'

const at = new Date()
const own = { id: 'pay_1', amount: 3600, captured_at: at }
const ofSwap = { id: 'pay_2', amount: 600, captured_at: at, swap_id: 'swap_1' }
const refund = (of: object = {}) => ({ amount: 500, payment_id: 'pay_1', ...of })
const forReturn = refund({ return_id: 'ret_1' })

test.each<[string, number, Omit<OrderAmounts, 'total'>]>([
  ['nothing was paid', 4800, { payments: [], refunds: [] }],
  ['its payment was let go of', 4800, { payments: [{ ...own, captured_at: null, canceled_at: at }], refunds: [] }],
  ['less was paid', 1200, { payments: [own], refunds: [] }],
  ['more was paid', -300, { payments: [own, { id: 'pay_3', amount: 1500 }], refunds: [] }],
  ['the shop gave something back', 1700, { payments: [own], refunds: [refund()] }],
  ['pieces came back', 1200, { payments: [own], refunds: [forReturn] }],
  ['pieces were claimed', 1200, { payments: [own], refunds: [refund({ claim_order_id: 'claim_1' })] }],
  ['pieces were swapped', 1200, { payments: [own], refunds: [refund({ swap_id: 'swap_1' })] }],
  ['pieces came back and the shop gave more', 1700, { payments: [own], refunds: [forReturn, refund()] }],
  ['a swap was paid', 1200, { payments: [own, ofSwap], refunds: [] }],
  ['a swap was paid and given back', 1200, { payments: [own, ofSwap], refunds: [refund({ payment_id: 'pay_2' })] }],
])('an order where %s owes %i', (_, owed, money) => {
  expect(computeOutstandingAmount({ total: 4800, ...money })).toBe(owed)
})
