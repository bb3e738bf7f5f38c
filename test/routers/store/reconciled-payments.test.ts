import { describe, expect, test } from 'vitest'
import { runHousekeeping } from '#server/jobs/housekeeping.ts'
import { cartPath, expectRetryableError, useCardShop } from '#test/support/card-shop.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'

const till = await useCardShop()

describe('reconciling', () => {
  test('places the order that was paid for', async () => {
    const { cart } = await till.cartPaidBy({ card: 'lost' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'completed' }])
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.reconcile()).toEqual([])
  })

  test('cancels what cannot be had any more', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'lost' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    await till.setStock(variant, 1)
    const reason = `Variant with id: ${variant.id} does not have the required inventory`
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled', reason }])
    expect(till.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  })

  test('cancels what was paid for something that is not in the cart any more', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'lost' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    const line = `${cartPath(cart)}/line-items/${cart.items[0].id}`
    await expectSuccess(till.shop.delete(line))
    await expectSuccess(till.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 2 }))
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
  })

  test('ends what the provider never heard of, and the cart can be paid', async () => {
    const { cart } = await till.cartPaidBy({ card: 'silent' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'failed' }])
    await till.setCard(cart, { card: 'good' })
    expect((await till.completeCart(cart)).body.type).toBe('order')
  })

  test('leaves to the customer what waits for them', async () => {
    const { cart } = await till.cartPaidBy({ card: 'confirm' })
    await till.completeCart(cart)
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await till.setCard(cart, { confirmed: true })
    expect((await till.completeCart(cart)).body.type).toBe('order')
  })

  /** Nobody has heard anything of the payment of the cart for that much longer. */
  const letPass = (hours: number, { id }: Json) =>
    till.rows(
      `update payment_attempt set updated_at = updated_at - make_interval(hours => ${hours}) where cart_id = ?`,
      [id],
    )

  test('gives up what has waited for its customer for a day, who may pay anew', async () => {
    const { cart } = await till.cartPaidBy({ card: 'confirm' })
    await till.completeCart(cart)
    await letPass(23, cart)
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await letPass(2, cart)
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
    expect(till.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
    expect(await till.reconcile()).toEqual([])
    await till.setCard(cart, { card: 'good' })
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['canceled', 'completed'])
  })

  test('waits on for a customer who came back meanwhile', async () => {
    const { cart } = await till.cartPaidBy({ card: 'confirm' })
    await till.completeCart(cart)
    await letPass(23, cart)
    await till.completeCart(cart)
    await letPass(2, cart)
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await till.setCard(cart, { confirmed: true })
    expect((await till.completeCart(cart)).body.type).toBe('order')
  })

  test('places the order of what was paid for after however long', async () => {
    const { cart } = await till.cartPaidBy({ card: 'confirm' })
    await till.completeCart(cart)
    await letPass(1000, cart)
    for (const charge of till.chargesOf(cart)) charge.status = 'authorized'
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'completed' }])
  })

  test('waits for as long as the provider says', async () => {
    Object.assign(till.impatientBank.remote!, { longestWait: 48 * 60 * 60 * 1000 })
    const { cart } = await till.cartPaidBy({ card: 'confirm' }, till.impatientBank)
    await till.completeCart(cart)
    await letPass(47, cart)
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await letPass(2, cart)
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
  })

  test('goes from page to page, and stops where it is told to', async () => {
    const { cart } = await till.cartPaidBy({ card: 'good' })
    await till.rows(
      `insert into payment_attempt (id, created_at, updated_at, cart_id, session_id, provider_id, amount, currency_code,
          contents, status, data)
        select 'patt_' || n, now() - make_interval(days => n % 2), now() - interval '1 hour', ?, 'ps_1', 'dummy-card', 1, 'eur', '', 'canceling', '{}'
        from generate_series(1, 250) n`,
      [cart.id],
    )
    const signal = AbortSignal.abort(new Error('The worker stops'))
    const { shop, providers } = till
    await expect(runHousekeeping({ orm: shop.orm, providers }, {}, { signal })).rejects.toThrow('The worker stops')
    expect(new Set(await till.statusesOf(cart))).toEqual(new Set(['canceling']))
    const told = await till.reconcile()
    expect(new Set(told.map(({ attempt }) => attempt.id)).size).toBe(250)
    expect(told.filter(({ status }) => status !== 'failed')).toEqual([])
  })

  test('cancels what could not be cancelled at once', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'confirm' }, till.impatientBank)
    await till.completeCart(cart)
    await till.setStock(variant, 1)
    till.impatientBank.isDown = true
    expect((await till.completeCart(cart)).status).toBe(409)
    expect(await till.statusesOf(cart)).toEqual(['canceling'])
    expect(await till.reconcile()).toMatchObject([{ status: 'canceling', reason: 'No answer within 300 ms' }])
    till.impatientBank.isDown = false
    expect(await till.reconcile()).toMatchObject([{ status: 'canceled' }])
  })

  test('beside completions gives one order', async () => {
    const { cart } = await till.cartPaidBy({ card: 'lost' }, till.impatientBank)
    await expectRetryableError(till.completeCart(cart))
    const [, , ...replies] = await Promise.all([
      till.reconcile(),
      till.reconcile(),
      till.completeCart(cart),
      till.completeCart(cart),
    ])
    for (const { status } of replies) expect([200, 409]).toContain(status)
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['completed'])
  })
})
