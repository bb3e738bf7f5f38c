import { describe, expect, test } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { lookUpPayments } from '#entities/checkout/look-up-payments.ts'
import { settleAttempt } from '#entities/checkout/reconcile-payments.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectOrder } from '#test/support/factories.ts'
import { endPaymentLeases } from '#test/support/remote-bank.ts'
import type { Identified } from '#test/support/resources.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'

/* Stripe sends no webhook in this file. */

const { shop, fake, account, completeCart, openCart, pay, ordersOf, selectProvider } = await useStripeShop()

const { payment } = shop.jobs.providers
const lookUp = () => lookUpPayments(shop.orm.em.fork(), payment)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** The last change of the payment was some minutes ago. */
async function ageOf({ id: cart_id }: Identified, minutes: number): Promise<void> {
  const updated_at = ago(minutes)
  await changeRows(shop, PaymentSession, { cart_id }, { updated_at })
  await changeRows(shop, PaymentAttempt, { cart_id }, { updated_at, asked_until: null })
}

const held = (cart: Identified) =>
  account.intentsOf(cart).reduce((sum, intent) => sum + account.heldAmountOf(intent), 0)

const addresses = { return_url: '/checkout/return', cancel_url: '/checkout/payment' }

async function cartAtPage() {
  const { cart, variant } = await openCart()
  const { body } = await shop.post(`/store/carts/${cart.id}/complete`, addresses)
  return { cart, variant, url: body.type === 'cart' && body.data.payment_session?.data.redirect_url }
}

describe('a payment that no webhook reports', () => {
  test.each([15, 16, 31, 63, 481, 2882])('by Stripe.js becomes one order after %i minutes', async (minutes) => {
    const { cart } = await openCart()
    await pay(cart)
    await ageOf(cart, minutes)
    await Promise.all([lookUp(), lookUp()])
    await lookUp()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('on a page becomes an order within half an hour', async () => {
    const { cart, url } = await cartAtPage()
    account.payOnPage(url)
    await ageOf(cart, 17)
    await lookUp()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test.each([1, 14, 25, 3000])('has no look-up after %i minutes', async (minutes) => {
    const { cart } = await openCart()
    await pay(cart)
    await ageOf(cart, minutes)
    await lookUp()
    expect(await ordersOf(cart)).toEqual([])
    await expectOrder(completeCart(cart))
  })

  test('of a cart that is sold out goes back', async () => {
    const { cart, variant } = await openCart()
    await pay(cart)
    await shop.given.stock(variant, 1)
    await ageOf(cart, 16)
    await lookUp()
    expect([await ordersOf(cart), held(cart)]).toEqual([[], 0])
  })

  test('is found at a later age if Stripe is out of order', async () => {
    const { cart } = await openCart()
    await pay(cart)
    await ageOf(cart, 16)
    fake.fault = 'outage'
    await lookUp()
    expect(await ordersOf(cart)).toEqual([])
    fake.fault = undefined
    await ageOf(cart, 31)
    await lookUp()
    expect(await ordersOf(cart)).toHaveLength(1)
  })
})

test('a cart that the customer has not paid, or has paid with another provider, stays open', async () => {
  const { cart: unpaid } = await openCart()
  const { cart: other } = await openCart()
  await pay(other)
  await selectProvider(other, 'manual')
  await Promise.all([ageOf(unpaid, 16), ageOf(other, 16)])
  await lookUp()
  for (const cart of [unpaid, other]) expect(await ordersOf(cart)).toEqual([])
})

describe('a look-up and the customer at the same time', () => {
  const attemptOf = ({ id: cart_id }: Identified) => shop.orm.em.fork().findOneOrFail(PaymentAttempt, { cart_id })

  test('give one order', async () => {
    const { cart, url } = await cartAtPage()
    account.payOnPage(url)
    await ageOf(cart, 16)
    await Promise.all([lookUp(), shop.post(`/store/carts/${cart.id}/complete`, addresses), lookUp()])
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('never use an old answer for a payment that has started again', async () => {
    const { cart } = await cartAtPage()
    const old = await attemptOf(cart)
    await ageOf(cart, 1)
    const settled = settleAttempt(shop.orm.em.fork(), payment, old)
    await expect(settled).rejects.toThrow()
    expect(await attemptOf(cart)).toMatchObject({ status: 'requires_more', asked_until: null })
  })

  test('do not prolong the wait for a customer', async () => {
    const { cart } = await cartAtPage()
    await ageOf(cart, 16)
    const before = await attemptOf(cart)
    await lookUp()
    const after = await attemptOf(cart)
    expect(after).toMatchObject({ status: 'requires_more', asked_until: null, updated_at: before.updated_at })
  })

  test('wait for each other: a request of the customer has the lease', async () => {
    const { cart } = await cartAtPage()
    await changeRows(shop, PaymentAttempt, { cart_id: cart.id }, { asked_until: ago(-1) })
    const attempt = await attemptOf(cart)
    await expect(settleAttempt(shop.orm.em.fork(), payment, attempt)).rejects.toThrow()
    expect((await attemptOf(cart)).asked_until).toEqual(attempt.asked_until)
    await endPaymentLeases(shop)
  })
})
