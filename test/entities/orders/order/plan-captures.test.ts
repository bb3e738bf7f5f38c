import { expect, test } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import { planCaptures } from '#entities/orders/order/plan-captures.ts'

const paymentOf = (columns: Partial<Payment>): Payment => Object.assign(Object.create(Payment.prototype), columns)

const PART = { provider_id: 'part' }
const WHOLE = { provider_id: 'whole' }
const ASKED = { capture_asked_at: new Date() }

test.each([
  ['one payment takes what the order costs', 700, [[{ ...PART, amount: 1000 }, 700]]],
  ['a payment takes at most its authorized amount', 1700, [[{ ...PART, amount: 1000 }, 1000]]],
  [
    'the oldest payment comes first',
    700,
    [
      [{ ...PART, amount: 500 }, 500],
      [{ ...PART, amount: 500 }, 200],
    ],
  ],
  [
    'a payment that cannot be reduced comes before',
    700,
    [
      [{ ...PART, amount: 500 }, 200],
      [{ ...WHOLE, amount: 500 }, 500],
    ],
  ],
  [
    'whole payments can exceed the cost',
    700,
    [
      [{ ...WHOLE, amount: 900 }, 900],
      [{ ...PART, amount: 500 }, 0],
    ],
  ],
  [
    'a payment of a swap is whole and counts not',
    700,
    [
      [{ ...PART, amount: 900, swap_id: 'swap_1' }, 900],
      [{ ...PART, amount: 900 }, 700],
    ],
  ],
  [
    'a capture in progress keeps its amount',
    700,
    [
      [{ ...PART, ...ASKED, amount: 900, capture_amount: 600 }, 600],
      [{ ...PART, amount: 900 }, 100],
    ],
  ],
  [
    'a capture in progress without an amount is whole',
    700,
    [
      [{ ...PART, ...ASKED, amount: 900 }, 900],
      [{ ...PART, amount: 900 }, 0],
    ],
  ],
  ['a refused capture gets a new amount', 700, [[{ ...PART, amount: 900, capture_amount: 600 }, 700]]],
] as const)('%s', (_name, uncaptured, expected) => {
  const openPayments = expected.map(([columns]) => paymentOf(columns))
  const plan = planCaptures({
    openPayments,
    uncaptured,
    canCapturePart: ({ provider_id }) => provider_id === 'part',
  })
  expect(openPayments.map((payment) => plan.get(payment))).toEqual(expected.map(([, amount]) => amount))
})
