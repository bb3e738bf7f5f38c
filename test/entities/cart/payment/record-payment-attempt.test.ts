import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PaymentAttempt, type PaymentAttemptStatus } from '#entities/cart/payment/payment-attempt.ts'
import type { ProviderResponse } from '#entities/cart/payment/payment-port.ts'
import {
  abandonAttempts,
  finishAttempt,
  markFailedIfUnchanged,
  recordProviderResponse,
} from '#entities/cart/payment/record-payment-attempt.ts'
import { deleteAll } from '#test/support/change-rows.ts'
import type { Cart } from '#test/support/resources.ts'

import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Simultaneous changes of a payment attempt. */

const LIVE = ['started', 'pending', 'requires_more', 'authorized'] as const
const ENDED = ['completed', 'declined', 'canceled', 'failed'] as const

let shop: TestShop
let cart: Cart
beforeAll(async () => {
  shop = await openTestShop()
  cart = await shop.given.payableCart()
})
afterAll(() => shop[Symbol.asyncDispose]())
afterEach(() => deleteAll(shop, PaymentAttempt))

const em = () => shop.orm.em.fork()
const inOneMinute = () => new Date(Date.now() + 60_000)

async function createAttempt(status: PaymentAttemptStatus): Promise<PaymentAttempt> {
  const inner = em()
  const { id: session_id, provider_id } = cart.payment_session
  const facts = { cart_id: cart.id, session_id, provider_id, amount: 1200, currency_code: 'eur', contents: '' }
  const attempt = inner.create(PaymentAttempt, { ...facts, status, asked_until: inOneMinute() })
  await inner.flush()
  return attempt
}

const readAttempt = ({ id }: PaymentAttempt) => em().findOneOrFail(PaymentAttempt, { id })
const statusOf = async (attempt: PaymentAttempt) => (await readAttempt(attempt)).status

describe('recording provider responses', () => {
  test.each([
    ['started', 'authorized', 'authorized'],
    ['started', 'requires_more', 'requires_more'],
    ['pending', 'error', 'declined'],
    ['requires_more', 'canceled', 'declined'],
    ['authorized', 'error', 'declined'],
    ['authorized', 'pending', 'authorized'],
    ['authorized', 'requires_more', 'authorized'],
  ] satisfies [
    PaymentAttemptStatus,
    ProviderResponse['status'],
    PaymentAttemptStatus,
  ][])('an attempt with status %s and the response %s gets the status %s', async (before, status, after) => {
    const attempt = await createAttempt(before)
    await recordProviderResponse(em(), attempt, { status, data: {} })
    expect(await statusOf(attempt)).toBe(after)
  })

  test('a response clears the deadline unless the attempt is authorized', async () => {
    const attempt = await createAttempt('started')
    await recordProviderResponse(em(), attempt, { status: 'authorized', data: {} })
    expect((await readAttempt(attempt)).asked_until).toEqual(attempt.asked_until)
    await recordProviderResponse(em(), attempt, { status: 'error', data: {} })
    expect((await readAttempt(attempt)).asked_until).toBeNull()
  })

  test.each([
    'canceling',
    ...ENDED,
  ] as const)('a response does not change an attempt with status %s', async (status) => {
    const attempt = await createAttempt(status)
    await recordProviderResponse(em(), attempt, { status: 'authorized', data: { heard: true } })
    expect(await readAttempt(attempt)).toMatchObject({ status, data: {} })
  })
})

describe('ending attempts', () => {
  test.each([
    ...LIVE,
    'canceling',
  ] as const)('an attempt with status %s can be abandoned and then finished', async (status) => {
    const attempt = await createAttempt(status)
    await abandonAttempts(em(), [attempt])
    expect(await statusOf(attempt)).toBe('canceling')
    await finishAttempt(em(), attempt, 'canceled')
    expect(await statusOf(attempt)).toBe('canceled')
  })

  test.each(LIVE)('an attempt with status %s fails only if it has not changed since it was read', async (status) => {
    const attempt = await createAttempt(status)
    await markFailedIfUnchanged(
      em(),
      Object.assign(attempt, { updated_at: new Date(attempt.updated_at.getTime() - 1) }),
    )
    expect(await statusOf(attempt)).toBe(status)
    await markFailedIfUnchanged(em(), await readAttempt(attempt))
    expect(await statusOf(attempt)).toBe('failed')
  })

  test('an abandoned attempt does not fail, because its charge must be canceled', async () => {
    const attempt = await createAttempt('canceling')
    await markFailedIfUnchanged(em(), attempt)
    expect(await statusOf(attempt)).toBe('canceling')
  })

  test.each(ENDED)('an attempt with status %s does not change', async (status) => {
    const attempt = await createAttempt(status)
    await abandonAttempts(em(), [attempt])
    await finishAttempt(em(), attempt, 'canceled')
    await markFailedIfUnchanged(em(), attempt)
    expect(await statusOf(attempt)).toBe(status)
  })
})
