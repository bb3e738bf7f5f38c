import { expect, test } from 'vitest'
import { isUnsettled, owedSums } from '#console/screens/orders/payments/owed-sums.ts'

type PaymentStatus = 'awaiting' | 'captured' | 'confirmed' | 'difference_refunded' | 'requires_action'

const at = new Date('2026-11-30')
const exchange = (difference_due: number, payment_status: PaymentStatus) => ({
  ...{ difference_due, payment_status, confirmed_at: at, canceled_at: null },
})
const refund = (amount: number, reason: 'swap' | 'return') => ({ amount, reason })

test('the shop owes the credit of a confirmed exchange until its refund', () => {
  expect(owedSums({ difference_due: 0, swaps: [exchange(-500, 'awaiting')] })).toEqual({ byCustomer: 0, byShop: 500 })
  expect(owedSums({ difference_due: -100, swaps: [exchange(-500, 'requires_action')] }).byShop).toBe(600)
  const refunded = { swaps: [exchange(-500, 'difference_refunded')], refunds: [refund(500, 'swap')] }
  expect(owedSums({ difference_due: 0, ...refunded }).byShop).toBe(0)
})

test('a refund that its provider has not confirmed is not owed again', () => {
  const swaps = [exchange(-300, 'difference_refunded'), exchange(-500, 'awaiting')]
  const refunds = [refund(300, 'swap'), refund(500, 'swap'), refund(900, 'return')]
  expect(owedSums({ difference_due: 0, swaps, refunds }).byShop).toBe(0)
  expect(owedSums({ difference_due: 0, swaps, refunds: refunds.slice(0, 1) }).byShop).toBe(500)
})

test('an exchange that is not confirmed, is canceled or costs the customer something adds no debt of the shop', () => {
  const swaps = [
    { ...exchange(-500, 'awaiting'), confirmed_at: null },
    { ...exchange(-500, 'awaiting'), canceled_at: at },
    exchange(700, 'awaiting'),
  ]
  expect(owedSums({ difference_due: 250, swaps })).toEqual({ byCustomer: 250, byShop: 0 })
})

test.each([
  ['awaiting', true],
  ['requires_action', true],
  ['captured', false],
  ['difference_refunded', false],
  // The credit has settled a debt of the customer.
  ['confirmed', false],
] as const)('a confirmed exchange whose payment is %s can be settled: %s', (payment_status, expected) => {
  expect(isUnsettled(exchange(-500, payment_status))).toBe(expected)
  expect(isUnsettled({ ...exchange(-500, payment_status), confirmed_at: null })).toBe(false)
  expect(isUnsettled(exchange(0, payment_status))).toBe(false)
})
