import { describe, expect, test } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { runHousekeeping } from '#server/jobs/housekeeping.ts'
import { daysAgo, hoursAgo } from '#test/support/aged-rows.ts'
import { cartPath, expectRetryableError, useCardShop } from '#test/support/card-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'

const cardShop = await useCardShop()

describe('reconciling payment attempts', () => {
  test('reconciliation places the order of a charge', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'lost' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'completed' }])
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.reconcile()).toEqual([])
  })

  test('reconciliation cancels a charge if the stock is sold out', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'lost' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    await cardShop.setStock(variant, 1)
    const reason = `Variant with id: ${variant.id} does not have the required inventory`
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled', reason }])
    expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  })

  test('reconciliation cancels a charge if the cart has changed', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'lost' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    const line = `${cartPath(cart)}/line-items/${cart.items[0].id}`
    await expectSuccess(cardShop.shop.delete(line))
    await expectSuccess(cardShop.shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 2 }))
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
  })

  test('reconciliation fails an attempt that the provider never received', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'silent' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'failed' }])
    await cardShop.setCard(cart, { card: 'good' })
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
  })

  test('reconciliation leaves an attempt that waits for its customer', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'confirm' })
    await cardShop.completeCart(cart)
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await cardShop.setCard(cart, { confirmed: true })
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
  })

  /** Moves the last update of the cart's attempts into the past. */
  async function backdate(hours: number, cart: Identified): Promise<void> {
    for (const { id, updated_at } of await cardShop.attemptsOf(cart)) {
      const earlier = new Date(updated_at.getTime() - hours * 60 * 60 * 1000)
      await changeRows(cardShop.shop, PaymentAttempt, { id }, { updated_at: earlier })
    }
  }

  test('reconciliation cancels an attempt that has waited for its customer for a day', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'confirm' })
    await cardShop.completeCart(cart)
    await backdate(23, cart)
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await backdate(2, cart)
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
    expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
    expect(await cardShop.reconcile()).toEqual([])
    await cardShop.setCard(cart, { card: 'good' })
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.statusesOf(cart)).toEqual(['canceled', 'completed'])
  })

  test('a new request of the customer restarts the waiting time', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'confirm' })
    await cardShop.completeCart(cart)
    await backdate(23, cart)
    await cardShop.completeCart(cart)
    await backdate(2, cart)
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await cardShop.setCard(cart, { confirmed: true })
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
  })

  test('reconciliation places the order of a charge of any age', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'confirm' })
    await cardShop.completeCart(cart)
    await backdate(1000, cart)
    for (const charge of cardShop.chargesOf(cart)) charge.status = 'authorized'
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'completed' }])
  })

  test('a provider can set the longest waiting time', async () => {
    Object.assign(cardShop.impatientBank.remote!, { longestWait: 48 * 60 * 60 * 1000 })
    const { cart } = await cardShop.cartPaidBy({ card: 'confirm' }, cardShop.impatientBank)
    await cardShop.completeCart(cart)
    await backdate(47, cart)
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await backdate(2, cart)
    expect(await cardShop.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
  })

  test('reconciliation processes all pages and stops when the worker stops', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'good' })
    const facts = { cart_id: cart.id, session_id: 'ps_1', provider_id: 'dummy-card', amount: 1, currency_code: 'eur' }
    const age = (n: number) => ({ created_at: daysAgo(n % 2), updated_at: hoursAgo(1) })
    const canceling = { ...facts, contents: '', status: 'canceling' as const }
    const em = cardShop.shop.orm.em.fork()
    for (let n = 0; n < 250; n++) em.create(PaymentAttempt, { ...canceling, ...age(n) })
    await em.flush()
    const signal = AbortSignal.abort(new Error('The worker stops'))
    const { shop, providers } = cardShop
    await expect(runHousekeeping({ ...shop.jobs, providers }, {}, { signal })).rejects.toThrow('The worker stops')
    expect(new Set(await cardShop.statusesOf(cart))).toEqual(new Set(['canceling']))
    const attempts = await cardShop.reconcile()
    expect(new Set(attempts.map(({ attempt }) => attempt.id)).size).toBe(250)
    expect(attempts.filter(({ status }) => status !== 'failed')).toEqual([])
  })

  test('reconciliation repeats a failed cancelation', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'confirm' }, cardShop.impatientBank)
    await cardShop.completeCart(cart)
    await cardShop.setStock(variant, 1)
    cardShop.impatientBank.isDown = true
    expect((await cardShop.completeCart(cart)).status).toBe(409)
    expect(await cardShop.statusesOf(cart)).toEqual(['canceling'])
    expect(await cardShop.reconcile()).toMatchObject([{ status: 'canceling', reason: 'No answer within 300 ms' }])
    cardShop.impatientBank.isDown = false
    expect(await cardShop.reconcile()).toMatchObject([{ status: 'canceled' }])
  })

  test('simultaneous reconciliations and completions place one order', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'lost' }, cardShop.impatientBank)
    await expectRetryableError(cardShop.completeCart(cart))
    const [, , ...replies] = await Promise.all([
      cardShop.reconcile(),
      cardShop.reconcile(),
      cardShop.completeCart(cart),
      cardShop.completeCart(cart),
    ])
    for (const { status } of replies) expect([200, 409]).toContain(status)
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.statusesOf(cart)).toEqual(['completed'])
  })
})
