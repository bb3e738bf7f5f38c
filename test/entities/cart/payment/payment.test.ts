import { expect, test } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'

const now = new Date()

test.each([
  [{}, { isOpen: true, balance: 0 }],
  [{ canceled_at: now }, { isOpen: false, balance: 0 }],
  [{ captured_at: now }, { isOpen: false, balance: 1000 }],
  [
    { captured_at: now, amount_refunded: 400 },
    { isOpen: false, balance: 600 },
  ],
])('a payment of 1000 with %o has the state %o', (facts, expected) => {
  const payment = Object.assign(new Payment(), { amount: 1000, amount_refunded: 0, ...facts })
  expect({ isOpen: payment.isOpen(), balance: payment.balance() }).toEqual(expected)
})
