import { describe, expect, test } from 'vitest'
import { cartPath, expectRetryableError, useCardShop } from '#test/support/card-shop.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'

/* Payments at providers that are asked over the network. */

const till = await useCardShop()

describe('a card', () => {
  test('that is good pays for one order, under the key of its attempt', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'good' })
    const { body } = await till.completeCart(cart)
    expect(body).toMatchObject({ type: 'order', data: { total: 2400, payments: [{ provider_id: 'dummy-card' }] } })
    const [attempt] = await till.attemptsOf(cart)
    expect(attempt).toMatchObject({ status: 'completed', amount: 2400, currency_code: 'eur' })
    expect(till.chargesOf(cart)).toMatchObject([{ key: attempt!.id, amount: 2400, status: 'authorized' }])
    const done = await till.readCart(cart)
    expect(done.payment_session).toMatchObject({ status: 'authorized', data: { payment: attempt!.id } })
    expect(done).not.toHaveProperty('payment_attempt_id')
    expect(await till.stockOf(variant)).toBe(7)
    expect((await till.completeCart(cart)).body).toEqual(body)
    expect(till.bank.authorizeCalls).toBe(1)
  })

  test.each([
    ['declined', 'Cart payment not authorized'],
    ['stolen', 'Your card was declined:\nIt was reported stolen'],
  ])('that is %s leaves all as it was, and another may pay', async (card, message) => {
    const { cart, variant } = await till.cartPaidBy({ card })
    await expectError(till.completeCart(cart), 400, 'invalid_data', message)
    expect(await till.readCart(cart)).toMatchObject({ completed_at: null, payment_session: { status: 'pending' } })
    expect(await till.stockOf(variant)).toBe(9)
    await till.setCard(cart, { card: 'good' })
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['declined', 'completed'])
  })

  test('that wants to be confirmed pays once it is, in the same attempt', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'confirm' })
    for (let i = 0; i < 2; i++) {
      expect((await till.completeCart(cart)).body).toMatchObject({
        type: 'cart',
        payment_status: 'requires_more',
        data: { id: cart.id, total: 2400, payment_session: { status: 'requires_more' } },
      })
    }
    expect(await till.stockOf(variant)).toBe(9)
    await till.setCard(cart, { confirmed: true })
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['completed'])
  })

  test('that wants to be confirmed does not pay for what was put into the cart since', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'confirm' })
    await till.completeCart(cart)
    await expectSuccess(till.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 1 }))
    await till.setCard(cart, { confirmed: true })
    expect((await till.completeCart(cart)).body).toMatchObject({ type: 'order', data: { total: 3600 } })
    expect(await till.statusesOf(cart)).toEqual(['canceled', 'completed'])
    expect(till.chargesOf(cart)).toMatchObject([{ status: 'canceled' }, { amount: 3600, status: 'authorized' }])
  })
})

describe('an answer', () => {
  test('that never comes holds nothing up, and the payment is asked for again by the same key', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'silent' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    expect(await till.statusesOf(cart)).toEqual(['started'])
    expect((await till.shop.given.order({ region: await till.shop.given.region(), lines: [[variant, 1]] })).total).toBe(
      1200,
    )
    await till.setCard(cart, { card: 'good' }, till.impatientBank)
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['completed'])
  })

  test.each([
    ['is lost', 'lost'],
    ['comes too late', 'slow'],
  ])('that %s is looked up by the next completion, even with the same idempotency key', async (_, card) => {
    const { cart } = await till.cartPaidBy({ card }, till.impatientBank)
    const key = { 'idempotency-key': `of ${cart.id}` }
    await expectRetryableError(till.shop.post(`${cartPath(cart)}/complete`, undefined, key))
    await till.untilCharged(cart)
    expect((await till.shop.post(`${cartPath(cart)}/complete`, undefined, key)).body.type).toBe('order')
    expect(till.impatientBank.authorizeCalls).toBe(1)
  })

  test('that comes when the customer has gone on to something else is cancelled', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'slow' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    await expectSuccess(till.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 1 }))
    await till.setCard(cart, { card: 'good' }, till.bank)
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['canceling', 'completed'])
    await till.untilCharged(cart)
    expect(await till.reconcile()).toMatchObject([{ status: 'canceled' }])
    expect(till.chargesOf(cart)).toMatchObject([{ amount: 3600, status: 'authorized' }, { status: 'canceled' }])
  })

  test('for which the client did not wait still gives the order', async () => {
    const { cart } = await till.cartPaidBy({ card: 'slow' })
    const leaving = new AbortController()
    const gone = fetch(`${till.shop.url}${cartPath(cart)}/complete`, { method: 'POST', signal: leaving.signal }).catch(
      () => 'gone',
    )
    await till.untilAuthorizing()
    leaving.abort()
    expect(await gone).toBe('gone')
    till.releaseSlowCards()
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(till.bank.authorizeCalls).toBe(1)
  })

  test('that a crashed server had got is looked up once it cannot be under way any more', async () => {
    const { cart } = await till.cartPaidBy({ card: 'lost' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    await till.rows(`update payment_attempt set asked_until = now() + interval '1 second' where cart_id = ?`, [cart.id])
    await expectRetryableError(till.completeCart(cart))
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(till.impatientBank.authorizeCalls).toBe(1)
  })
})

test('who pays by other means after all gets back what the provider took', async () => {
  const { cart } = await till.cartPaidBy({ card: 'lost' }, till.impatientBank)
  await expectRetryableError(till.completeCart(cart))
  await expectSuccess(till.shop.post(`${cartPath(cart)}/payment-session`, { provider_id: 'manual' }))
  expect((await till.completeCart(cart)).body.data.payments).toMatchObject([{ provider_id: 'manual' }])
  expect(till.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  expect(await till.statusesOf(cart)).toEqual(['canceled'])
})

test('a provider out of order does not keep a cart locked', async () => {
  const { cart, variant } = await till.cartPaidBy({ card: 'good' }, till.impatientBank)
  till.impatientBank.isDown = true
  const add = () => till.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 1 })
  await expectRetryableError(add())
  till.impatientBank.isDown = false
  expect((await add()).status).toBe(200)
})
