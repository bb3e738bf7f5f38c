import { describe, expect, test } from 'vitest'
import { at, refusesForNow, useCardShop } from '#test/support/card-shop.ts'
import { answered } from '#test/support/given.ts'

const till = await useCardShop()

describe('reconciling', () => {
  test('places the order that was paid for', async () => {
    const { cart } = await till.cartPaidBy({ card: 'lost' }, till.hasty)
    await refusesForNow(till.complete(cart))
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'completed' }])
    expect((await till.complete(cart)).body.type).toBe('order')
    expect(await till.reconcile()).toEqual([])
  })

  test('cancels what cannot be had any more', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'lost' }, till.hasty)
    await refusesForNow(till.complete(cart))
    await till.setStock(variant, 1)
    const reason = `Variant with id: ${variant.id} does not have the required inventory`
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled', reason }])
    expect(till.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
  })

  test('cancels what was paid for something that is not in the cart any more', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'lost' }, till.hasty)
    await refusesForNow(till.complete(cart))
    const line = `${at(cart)}/line-items/${cart.items[0].id}`
    await answered(till.shop.delete(line))
    await answered(till.shop.post(`${at(cart)}/line-items`, { variant_id: variant.id, quantity: 2 }))
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'canceled' }])
  })

  test('ends what the provider never heard of, and the cart can be paid', async () => {
    const { cart } = await till.cartPaidBy({ card: 'silent' }, till.hasty)
    await refusesForNow(till.complete(cart))
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'failed' }])
    await till.hold(cart, { card: 'good' })
    expect((await till.complete(cart)).body.type).toBe('order')
  })

  test('leaves to the customer what waits for them', async () => {
    const { cart } = await till.cartPaidBy({ card: 'confirm' })
    await till.complete(cart)
    expect(await till.reconcile()).toMatchObject([{ attempt: { cart_id: cart.id }, status: 'requires_more' }])
    await till.hold(cart, { confirmed: true })
    expect((await till.complete(cart)).body.type).toBe('order')
  })

  test('cancels what could not be cancelled at once', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'confirm' }, till.hasty)
    await till.complete(cart)
    await till.setStock(variant, 1)
    till.hasty.outOfOrder = true
    expect((await till.complete(cart)).status).toBe(409)
    expect(await till.statusesOf(cart)).toEqual(['canceling'])
    expect(await till.reconcile()).toMatchObject([{ status: 'canceling', reason: 'No answer within 300 ms' }])
    till.hasty.outOfOrder = false
    expect(await till.reconcile()).toMatchObject([{ status: 'canceled' }])
  })

  test('beside completions gives one order', async () => {
    const { cart } = await till.cartPaidBy({ card: 'lost' }, till.hasty)
    await refusesForNow(till.complete(cart))
    const [, , ...replies] = await Promise.all([
      till.reconcile(),
      till.reconcile(),
      till.complete(cart),
      till.complete(cart),
    ])
    for (const { status } of replies) expect([200, 409]).toContain(status)
    expect((await till.complete(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['completed'])
  })
})
