import { expect, test } from 'vitest'
import { type MoneyOfOrder, owedOf } from '#entities/order/owed.ts'

const at = new Date()
const own = { id: 'pay_1', amount: 3600, captured_at: at }
const ofSwap = { id: 'pay_2', amount: 600, captured_at: at, swap_id: 'swap_1' }
const refund = (reason: string, of: object = {}) => ({ amount: 500, reason, payment_id: 'pay_1', ...of })

type Money = Omit<MoneyOfOrder, 'total' | 'returned'> & { returned?: number }

test.each<[string, number, Money]>([
  ['nothing was paid', 4800, { payments: [], refunds: [] }],
  ['its payment was let go of', 4800, { payments: [{ ...own, captured_at: null, canceled_at: at }], refunds: [] }],
  ['less was paid', 1200, { payments: [own], refunds: [] }],
  ['more was paid', -300, { payments: [own, { id: 'pay_3', amount: 1500 }], refunds: [] }],
  ['the shop gave something back', 1700, { payments: [own], refunds: [refund('discount')] }],
  ['pieces came back', 1200, { payments: [own], refunds: [refund('return')], returned: 500 }],
  ['pieces were claimed', 1200, { payments: [own], refunds: [refund('claim', { claim_order_id: 'claim_1' })] }],
  ['pieces were swapped', 1200, { payments: [own], refunds: [refund('swap', { swap_id: 'swap_1' })] }],
  ['the shop says that pieces came back', 1700, { payments: [own], refunds: [refund('return')] }],
  ['some came back', 1700, { payments: [own], refunds: [refund('return'), refund('return')], returned: 500 }],
  ['what came back waits for its money', 1200, { payments: [own], refunds: [], returned: 500 }],
  ['a swap was paid', 1200, { payments: [own, ofSwap], refunds: [] }],
  [
    'a swap was paid and given back',
    1200,
    { payments: [own, ofSwap], refunds: [refund('other', { payment_id: 'pay_2' })] },
  ],
])('an order where %s owes %i', (_, owed, money) => {
  expect(owedOf({ total: 4800, returned: 0, ...money })).toBe(owed)
})
