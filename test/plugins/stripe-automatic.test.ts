import { expect, test } from 'vitest'
import { expectOrder } from '#test/support/factories.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'

/* A shop whose Stripe payments are captured when the customer pays. */

const { shop, fake, account, orders, runAllJobs, completeCart, openCart, pay, placePaidOrder, send, ordersOf } =
  await useStripeShop({ STRIPE_CAPTURE: 'automatic' })

test('the capture is recorded without a webhook', async () => {
  const { order, intent } = await placePaidOrder()
  expect(intent.status).toBe('succeeded')
  await runAllJobs()
  expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'captured' })
})

test('the capture is recorded by webhooks before, during and after the completion', async () => {
  const { cart } = await openCart()
  const intent = await pay(cart)
  await send('payment_intent.succeeded', intent)
  fake.fault = 'slow'
  await Promise.all([completeCart(cart), runAllJobs()])
  fake.fault = undefined
  await send('payment_intent.succeeded', intent)
  await runAllJobs()
  expect(await ordersOf(cart)).toMatchObject([{ payment_status: 'captured' }])
})

test.each(['with a webhook', 'without a webhook'])('the money of a sold-out cart is refunded %s', async (how) => {
  const { cart, variant } = await openCart()
  const intent = await pay(cart)
  await shop.given.stock(variant, 1)
  if (how === 'with a webhook') await send('payment_intent.succeeded', intent).then(runAllJobs)
  else expect((await completeCart(cart)).status).toBe(409)
  expect(account.refundedAmountOf(intent.id)).toBe(2400)
  await send('charge.refunded', account.chargeOf(intent))
  await runAllJobs()
})

test('a bank debit that takes days places the order when it succeeds', async () => {
  const { cart, variant } = await openCart()
  const intent = await pay(cart, 'bank debit')
  expect((await completeCart(cart)).body).toMatchObject({ type: 'cart', payment_status: 'pending' })
  const change = shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 })
  expect((await change).status).toBe(409)
  account.finishDebit(intent)
  await send('payment_intent.succeeded', intent)
  await runAllJobs()
  expect(await ordersOf(cart)).toMatchObject([{ payment_status: 'captured' }])
})

test('a refunded intent places no order', async () => {
  const { cart } = await openCart()
  const intent = await pay(cart)
  account.refund(intent)
  expect((await completeCart(cart)).status).toBe(400)
  await send('payment_intent.succeeded', intent)
  await runAllJobs()
  expect(await ordersOf(cart)).toEqual([])
})

test('a change of a paid cart refunds the intent', async () => {
  const { cart, variant } = await openCart()
  const intent = await pay(cart)
  await shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 })
  expect(account.refundedAmountOf(intent.id)).toBe(2400)
  await shop.given.chooseShipping(cart)
  await pay(cart)
  await expectOrder(completeCart(cart))
  await runAllJobs()
})
