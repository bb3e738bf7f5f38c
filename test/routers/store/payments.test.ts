import { describe, expect, test } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { now } from '#entities/values/clock.ts'
import { cartPath, expectRetryableError, useCardShop } from '#test/support/card-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'

/* Payments by providers over a network. */

const cardShop = await useCardShop()

describe('authorization outcomes', () => {
  test('a good card pays one order, and the charge has the id of its attempt', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'good' })
    const { body } = await cardShop.completeCart(cart)
    expect(body).toMatchObject({ type: 'order', data: { total: 2400, payments: [{ provider_id: 'dummy-card' }] } })
    const [attempt] = await cardShop.attemptsOf(cart)
    expect(attempt).toMatchObject({ status: 'completed', amount: 2400, currency_code: 'eur' })
    expect(cardShop.chargesOf(cart)).toMatchObject([{ key: attempt!.id, amount: 2400, status: 'authorized' }])
    const storedCart = await cardShop.readCart(cart)
    expect(storedCart.payment_session).toMatchObject({ status: 'authorized', data: { payment: attempt!.id } })
    expect(storedCart).not.toHaveProperty('payment_attempt_id')
    expect(await cardShop.stockOf(variant)).toBe(7)
    expect((await cardShop.completeCart(cart)).body).toEqual(body)
    expect(cardShop.bank.authorizeCalls).toBe(1)
  })

  test.each([
    ['declined', 'Cart payment not authorized'],
    ['stolen', 'Your card was declined:\nIt was reported stolen'],
  ])('a %s card changes nothing, and another card can pay', async (card, message) => {
    const { cart, variant } = await cardShop.cartPaidBy({ card })
    await expectError(cardShop.completeCart(cart), 400, 'invalid_data', message)
    expect(await cardShop.readCart(cart)).toMatchObject({ completed_at: null, payment_session: { status: 'pending' } })
    expect(await cardShop.stockOf(variant)).toBe(9)
    await cardShop.setCard(cart, { card: 'good' })
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.statusesOf(cart)).toEqual(['declined', 'completed'])
  })

  test('a card that needs confirmation pays in the same attempt after the customer confirms', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'confirm' })
    for (let i = 0; i < 2; i++) {
      expect((await cardShop.completeCart(cart)).body).toMatchObject({
        type: 'cart',
        payment_status: 'requires_more',
        data: { id: cart.id, total: 2400, payment_session: { status: 'requires_more' } },
      })
    }
    expect(await cardShop.stockOf(variant)).toBe(9)
    await cardShop.setCard(cart, { confirmed: true })
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.statusesOf(cart)).toEqual(['completed'])
  })

  test('a confirmation does not pay for lines that were added later', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'confirm' })
    await cardShop.completeCart(cart)
    await expectSuccess(cardShop.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 1 }))
    await cardShop.setCard(cart, { confirmed: true })
    expect((await cardShop.completeCart(cart)).body).toMatchObject({ type: 'order', data: { total: 3600 } })
    expect(await cardShop.statusesOf(cart)).toEqual(['canceled', 'completed'])
    expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }, { amount: 3600, status: 'authorized' }])
  })
})

describe('missing and late responses', () => {
  test('a missing response locks nothing, and the next attempt uses the same key', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'silent' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    expect(await cardShop.statusesOf(cart)).toEqual(['started'])
    expect(
      (await cardShop.shop.given.order({ region: await cardShop.shop.given.region(), lines: [[variant, 1]] })).total,
    ).toBe(1200)
    await cardShop.setCard(cart, { card: 'good' }, cardShop.impatientBank)
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.statusesOf(cart)).toEqual(['completed'])
  })

  test.each([
    ['is lost', 'lost'],
    ['is late', 'slow'],
  ])('a response that %s is reconciled by the next completion, also with the same idempotency key', async (_, card) => {
    const { cart } = await cardShop.cartPaidBy({ card }, cardShop.impatientBank)
    const key = { 'idempotency-key': `of ${cart.id}` }
    await expectRetryableError(cardShop.shop.post(`${cartPath(cart)}/complete`, undefined, key))
    await cardShop.untilCharged(cart)
    expect((await cardShop.shop.post(`${cartPath(cart)}/complete`, undefined, key)).body.type).toBe('order')
    expect(cardShop.impatientBank.authorizeCalls).toBe(1)
  })

  test('a late charge is canceled after another payment', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'slow' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    await expectSuccess(cardShop.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 1 }))
    await cardShop.setCard(cart, { card: 'good' }, cardShop.bank)
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.statusesOf(cart)).toEqual(['canceling', 'completed'])
    await cardShop.untilCharged(cart)
    expect(await cardShop.reconcile()).toMatchObject([{ status: 'canceled' }])
    expect(cardShop.chargesOf(cart)).toMatchObject([{ amount: 3600, status: 'authorized' }, { status: 'canceled' }])
  })

  test('a completion that the client aborts still places the order', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'slow' })
    const leaving = new AbortController()
    const aborted = fetch(`${cardShop.shop.url}${cartPath(cart)}/complete`, {
      method: 'POST',
      signal: leaving.signal,
    }).catch(() => 'gone')
    await cardShop.untilAuthorizing()
    leaving.abort()
    expect(await aborted).toBe('gone')
    cardShop.releaseSlowCards()
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(cardShop.bank.authorizeCalls).toBe(1)
  })

  test('a charge of a crashed server is reconciled after its deadline', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'lost' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    const asked_until = new Date(now().getTime() + 3000)
    await changeRows(cardShop.shop, PaymentAttempt, { cart_id: cart.id }, { asked_until })
    await expectRetryableError(cardShop.completeCart(cart))
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(cardShop.impatientBank.authorizeCalls).toBe(1)
  })
})

test('a charge is canceled if the customer pays with another provider', async () => {
  const { cart } = await cardShop.cartPaidBy({ card: 'lost' }, cardShop.impatientBank)
  await expectRetryableError(cardShop.completeCart(cart))
  await expectSuccess(cardShop.shop.post(`${cartPath(cart)}/payment-session`, { provider_id: 'manual' }))
  expect((await expectOrder(cardShop.completeCart(cart))).payments).toMatchObject([{ provider_id: 'manual' }])
  expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  expect(await cardShop.statusesOf(cart)).toEqual(['canceled'])
})

test('a provider outage does not leave a cart locked', async () => {
  const { cart, variant } = await cardShop.cartPaidBy({ card: 'good' }, cardShop.impatientBank)
  cardShop.impatientBank.isDown = true
  const add = () => cardShop.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 1 })
  await expectRetryableError(add())
  cardShop.impatientBank.isDown = false
  expect((await add()).status).toBe(200)
})
