import { describe, expect, test } from 'vitest'
import type { PayableCart } from '#entities/cart/payment/payable-cart.ts'
import { PaymentAttempt, type PaymentAttemptStatus } from '#entities/cart/payment/payment-attempt.ts'

const attempt = (facts: Partial<PaymentAttempt> = {}): PaymentAttempt =>
  Object.assign(new PaymentAttempt(), {
    session_id: 'ps_1',
    provider_id: 'card',
    amount: 1000,
    currency_code: 'eur',
    contents: 'a shirt',
    status: 'authorized',
    ...facts,
  })

describe('matching attempts and checkouts', () => {
  const session = { id: 'ps_1', provider_id: 'card' }
  const parts = [{ session, amount: 1000 }]
  const checkout = { cart: { region: { currency_code: 'eur' } }, parts, contents: 'a shirt' }
  const isFor = (one: PaymentAttempt, at: object = checkout) => one.isFor(at as PayableCart)

  test('an attempt matches an equal checkout', () => {
    expect(isFor(attempt())).toBe(true)
  })

  test.each([
    { session_id: 'ps_2' },
    { provider_id: 'other' },
    { amount: 999 },
    { amount: 1001 },
    { currency_code: 'usd' },
    { contents: 'two shirts' },
  ])('an attempt with %j does not match the checkout', (facts) => {
    expect(isFor(attempt(facts))).toBe(false)
  })

  test('an attempt matches the part of its session', () => {
    const split = { ...checkout, parts: [{ session: { id: 'ps_2', provider_id: 'other' }, amount: 500 }, ...parts] }
    expect(isFor(attempt(), split)).toBe(true)
    expect(isFor(attempt({ session_id: 'ps_2', provider_id: 'other' }), split)).toBe(false)
  })

  test('an attempt does not match a checkout without a payment', () => {
    expect(isFor(attempt(), { ...checkout, parts: [] })).toBe(false)
  })
})

describe('attempts in progress', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]

  test.each([
    ['started', after, true],
    ['authorized', after, true],
    ['started', now, false],
    ['started', before, false],
    ['started', null, false],
    ['canceling', after, false],
    ['completed', after, false],
  ] satisfies [
    PaymentAttemptStatus,
    Date | null,
    boolean,
  ][])('the attempt with status %s and deadline %j is in progress: %s', (status, asked_until, is) => {
    expect(attempt({ status, asked_until }).isInProgress(now)).toBe(is)
  })
})
