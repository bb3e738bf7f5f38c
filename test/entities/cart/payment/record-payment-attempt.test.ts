import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PaymentAttempt, type PaymentAttemptStatus } from '#entities/cart/payment/payment-attempt.ts'
import type { ProviderResponse } from '#entities/cart/payment/payment-port.ts'
import {
  abandonAttempt,
  finishAttempt,
  markFailedIfUnchanged,
  recordProviderResponse,
} from '#entities/cart/payment/record-payment-attempt.ts'
import type { Json } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* What becomes of an attempt to be paid, whatever else has become of it meanwhile. */

const LIVE = ['started', 'pending', 'requires_more', 'authorized'] as const
const ENDED = ['completed', 'declined', 'canceled', 'failed'] as const

let shop: TestShop
let cart: Json
beforeAll(async () => {
  shop = await openTestShop()
  cart = await shop.given.payableCart()
})
afterAll(() => shop[Symbol.asyncDispose]())
afterEach(() => shop.orm.em.fork().execute('delete from payment_attempt'))

const em = () => shop.orm.em.fork()
const later = () => new Date(Date.now() + 60_000)

async function given(status: PaymentAttemptStatus): Promise<PaymentAttempt> {
  const inner = em()
  const { id: session_id, provider_id } = cart.payment_session
  const facts = { cart_id: cart.id, session_id, provider_id, amount: 1200, currency_code: 'eur', contents: '' }
  const attempt = inner.create(PaymentAttempt, { ...facts, status, asked_until: later() })
  await inner.flush()
  return attempt
}

const read = ({ id }: PaymentAttempt) => em().findOneOrFail(PaymentAttempt, { id })
const statusOf = async (attempt: PaymentAttempt) => (await read(attempt)).status

describe('what a provider says', () => {
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
  ][])('of one that is %s: that %s makes it %s', async (before, status, after) => {
    const attempt = await given(before)
    await recordProviderResponse(em(), attempt, { status, data: {} })
    expect(await statusOf(attempt)).toBe(after)
  })

  test('ends the waiting for it, but for that of whoever is about to use the money', async () => {
    const attempt = await given('started')
    await recordProviderResponse(em(), attempt, { status: 'authorized', data: {} })
    expect((await read(attempt)).asked_until).toEqual(attempt.asked_until)
    await recordProviderResponse(em(), attempt, { status: 'error', data: {} })
    expect((await read(attempt)).asked_until).toBeNull()
  })

  test.each(['canceling', ...ENDED] as const)('changes nothing of one that is %s', async (status) => {
    const attempt = await given(status)
    await recordProviderResponse(em(), attempt, { status: 'authorized', data: { heard: true } })
    expect(await read(attempt)).toMatchObject({ status, data: {} })
  })
})

describe('one that', () => {
  test.each([...LIVE, 'canceling'] as const)('is %s is given up, or ends', async (status) => {
    const attempt = await given(status)
    await abandonAttempt(em(), attempt)
    expect(await statusOf(attempt)).toBe('canceling')
    await finishAttempt(em(), attempt, 'canceled')
    expect(await statusOf(attempt)).toBe('canceled')
  })

  test.each(LIVE)('is %s fails, unless somebody has asked again meanwhile', async (status) => {
    const attempt = await given(status)
    await markFailedIfUnchanged(
      em(),
      Object.assign(attempt, { updated_at: new Date(attempt.updated_at.getTime() - 1) }),
    )
    expect(await statusOf(attempt)).toBe(status)
    await markFailedIfUnchanged(em(), await read(attempt))
    expect(await statusOf(attempt)).toBe('failed')
  })

  test('was given up does not fail: what it may have taken is to be cancelled', async () => {
    const attempt = await given('canceling')
    await markFailedIfUnchanged(em(), attempt)
    expect(await statusOf(attempt)).toBe('canceling')
  })

  test.each(ENDED)('is %s stays so', async (status) => {
    const attempt = await given(status)
    await abandonAttempt(em(), attempt)
    await finishAttempt(em(), attempt, 'canceled')
    await markFailedIfUnchanged(em(), attempt)
    expect(await statusOf(attempt)).toBe(status)
  })
})
