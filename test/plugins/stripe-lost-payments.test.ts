import { expect, test } from 'vitest'
import { findLostPayments, type LostPayment } from '#entities/checkout/find-lost-payments.ts'
import { CREATED } from '#test/support/fake-stripe-objects.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'

/* Payments whose order or cart the database has lost, as after a failover to an asynchronous standby. */

const { shop, account, openCart, pay, placePaidOrder, ordersOf } = await useStripeShop()

const since = new Date(CREATED * 1000)

async function findLost(refunds: string[] = []) {
  const found: Pick<LostPayment, 'status' | 'reason'>[] = []
  for await (const payment of findLostPayments(shop.orm.em.fork(), shop.jobs.providers.payment, { since, refunds }))
    found.push({ status: payment.status, ...(payment.reason && { reason: payment.reason }) })
  return found
}

test('known, unpaid, canceled and refunded payments are not listed', async () => {
  await placePaidOrder()
  await openCart()
  const declined = await openCart()
  await pay(declined.cart, 'declined')
  expect(await findLost()).toEqual([])
})

test('the order of a paid cart is placed once', async () => {
  const { cart } = await openCart()
  await pay(cart)
  expect(await findLost()).toEqual([{ status: 'restored' }])
  expect(await ordersOf(cart)).toMatchObject([{ payment_status: 'awaiting' }])
  expect(await findLost()).toEqual([])
})

test('the payment of a sold-out cart is released', async () => {
  const { cart, variant } = await openCart()
  const intent = await pay(cart)
  await shop.given.stock(variant, 0)
  expect(await findLost()).toEqual([{ status: 'refused', reason: expect.any(String) }])
  expect(account.heldAmountOf(intent)).toBe(0)
  expect(await findLost()).toEqual([])
})

test('a payment without a cart is listed, and refunded on request', async () => {
  const { cart } = await openCart()
  const intent = await pay(cart)
  account.capture(intent)
  intent.metadata = { resource_id: 'cart_that_is_lost' }
  expect(await findLost()).toEqual([{ status: 'lost' }])
  expect(await findLost(['pi_other'])).toEqual([{ status: 'lost' }])
  expect(account.heldAmountOf(intent)).toBe(2400)
  expect(await findLost([intent.id])).toEqual([{ status: 'refunded' }])
  expect(account.heldAmountOf(intent)).toBe(0)
  expect(await findLost()).toEqual([])
})
