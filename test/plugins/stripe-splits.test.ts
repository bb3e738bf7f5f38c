import { describe, expect, test } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import type { PaymentSessionStatus } from '#entities/cart/payment/payment-session-statuses.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { manualPayment } from '#server/providers/manual.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { StripeFault } from '#test/support/fake-stripe.ts'
import type { TestCard } from '#test/support/fake-stripe-account.ts'
import { endPaymentLeases, reconcile } from '#test/support/remote-bank.ts'
import type { Cart, Identified } from '#test/support/resources.ts'
import type { SplitPart } from '#test/support/split-shop.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'

/* Split payments of 2400 whose parts at Stripe are captured when the customer pays. */

const card = dummyCard({ id: 'visa', timeoutMs: 300 })
let tillStatus: PaymentSessionStatus = 'authorized'
const till: PaymentProvider = {
  ...manualPayment,
  id: 'till',
  authorize: async (data) => ({ status: tillStatus, data }),
}
const others = definePlugin({ name: 'others', provides: { payment: [card, till] } })
const stripeShop = await useStripeShop({ STRIPE_CAPTURE: 'automatic' }, [others])
const { shop, region, fake, account, orders, runAllJobs, completeCart, send, ordersOf } = stripeShop
const payment_providers = ['stripe', 'stripe-ideal', 'manual', 'visa', 'till']
await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers }))

const STRIPES: SplitPart[] = [{ provider_id: 'stripe-ideal', amount: 700 }, { provider_id: 'stripe' }]
const WITH_CARD: SplitPart[] = [...STRIPES, { provider_id: 'visa', amount: 500 }]
const WITH_TILL: SplitPart[] = [...STRIPES, { provider_id: 'till', amount: 500 }]
const CANCELED = 'The payments of the cart were canceled. Choose the payments again.'

const split = ({ id }: Identified, payments: readonly SplitPart[]) =>
  shop.post(`/store/carts/${id}/split-payment`, { payments })

async function splitCart(payments: readonly SplitPart[]): Promise<Cart> {
  const { cart } = await stripeShop.openCart()
  return (await expectSuccess(split(cart, payments))).cart
}

/** The customer pays with Stripe.js. */
async function payPart({ id }: Identified, provider_id: string, how?: TestCard) {
  const { cart } = await expectSuccess(shop.get(`/store/carts/${id}`))
  const session = cart.payment_sessions.find((one) => one.provider_id === provider_id)
  return account.pay(session?.data.client_secret, how)
}

const payBoth = async (cart: Identified) =>
  [await payPart(cart, 'stripe'), await payPart(cart, 'stripe-ideal')] as const

const heldFor = (cart: Identified) =>
  account
    .intentsOf(cart)
    .map((intent) => account.heldAmountOf(intent))
    .filter((amount) => amount > 0)

const setCard = ({ id }: Identified, card: string) =>
  expectSuccess(shop.post(`/store/carts/${id}/payment-sessions/visa`, { data: { card } }))

/** The jobs run after the last change, and again after some days. */
async function wait(days: number): Promise<void> {
  await endPaymentLeases(shop)
  await reconcile(shop)
  await changeRows(shop, PaymentAttempt, {}, { updated_at: daysAgo(days) })
  await reconcile(shop)
}

const expectPending = async (cart: Identified) =>
  expect((await completeCart(cart)).body).toMatchObject({ type: 'cart', payment_status: 'pending' })

test('the order has all parts, and records the captures of Stripe', async () => {
  const cart = await splitCart(WITH_CARD)
  await payBoth(cart)
  const order = await expectOrder(completeCart(cart))
  await runAllJobs()
  const { payments, payment_status } = await orders.readOrder(order)
  expect(payments.map((one) => [one.provider_id, one.amount, !!one.captured_at])).toEqual([
    ['stripe', 1200, true],
    ['stripe-ideal', 700, true],
    ['visa', 500, false],
  ])
  expect(payment_status).toBe('awaiting')
})

describe('captured money goes back', () => {
  test.each<[what: string, parts: SplitPart[]]>([
    ['another card', WITH_CARD],
    ['a local provider', WITH_TILL],
  ])('if %s declines, and a new payment is possible', async (_, parts) => {
    const cart = await splitCart(parts)
    if (parts === WITH_CARD) await setCard(cart, 'declined')
    else tillStatus = 'error'
    const intents = await payBoth(cart)
    await expectErrorMessage(completeCart(cart), 400, 'Cart payment not authorized')
    tillStatus = 'authorized'
    expect(intents.map(({ id }) => account.refundedAmountOf(id))).toEqual([1200, 700])
    for (const intent of intents) {
      await send('payment_intent.succeeded', intent)
      await send('charge.refunded', account.chargeOf(intent))
    }
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    await expectSuccess(split(cart, parts))
    if (parts === WITH_CARD) await setCard(cart, 'good')
    await payBoth(cart)
    await expectOrder(completeCart(cart))
    await runAllJobs()
  })

  test.each<StripeFault>(['outage', 'lose'])('by the job, if the cancellation meets the fault %s', async (fault) => {
    const cart = await splitCart(WITH_CARD)
    await setCard(cart, 'declined')
    await payBoth(cart)
    const { authorize } = card
    card.authorize = async (...args) => {
      fake.fault = fault
      return authorize(...args)
    }
    await expectErrorMessage(completeCart(cart), 400, 'Cart payment not authorized')
    card.authorize = authorize
    fake.fault = undefined
    await reconcile(shop)
    expect(heldFor(cart)).toEqual([])
  })

  test('if the other part is never paid, and a repeated notice changes nothing', async () => {
    const cart = await splitCart(STRIPES)
    const intent = await payPart(cart, 'stripe-ideal')
    await send('payment_intent.succeeded', intent)
    await runAllJobs()
    expect(heldFor(cart)).toEqual([700])
    await wait(15)
    expect(heldFor(cart)).toEqual([])
    await send('payment_intent.succeeded', intent)
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
  })

  test('if the customer never confirms another card', async () => {
    const cart = await splitCart([{ provider_id: 'visa', amount: 500 }, { provider_id: 'stripe' }])
    await setCard(cart, 'confirm')
    await payPart(cart, 'stripe')
    expect((await completeCart(cart)).body).toMatchObject({ payment_status: 'requires_more' })
    await wait(2)
    expect(heldFor(cart)).toEqual([])
  })

  test('if a bank debit succeeds, and then a card is declined', async () => {
    const cart = await splitCart(WITH_CARD)
    await setCard(cart, 'declined')
    const debit = await payPart(cart, 'stripe', 'bank debit')
    await payPart(cart, 'stripe-ideal')
    await expectPending(cart)
    account.finishDebit(debit)
    await expectErrorMessage(completeCart(cart), 400, 'Cart payment not authorized')
    expect(heldFor(cart)).toEqual([])
  })

  test.each(['stripe', 'manual', 'visa'])('if the customer selects %s instead', async (provider_id) => {
    const cart = await splitCart(STRIPES)
    await payPart(cart, 'stripe-ideal')
    await expectPending(cart)
    await stripeShop.selectProvider(cart, provider_id)
    expect(heldFor(cart)).toEqual([])
    if (provider_id === 'stripe') await payPart(cart, 'stripe')
    await expectOrder(completeCart(cart))
    await runAllJobs()
  })

  test.each(['paid', 'waiting'])('if the other part was refunded at Stripe while this one is %s', async (how) => {
    const cart = await splitCart(STRIPES)
    const intent = await payPart(cart, 'stripe-ideal')
    await expectPending(cart)
    account.refund(intent)
    await payPart(cart, 'stripe', how === 'paid' ? 'visa' : 'requires 3-D Secure')
    await expectErrorMessage(completeCart(cart), 400, 'Cart payment not authorized')
    expect(heldFor(cart)).toEqual([])
    await expectErrorMessage(completeCart(cart), 400, CANCELED)
    await expectSuccess(split(cart, STRIPES))
    await payBoth(cart)
    await expectOrder(completeCart(cart))
    await runAllJobs()
  })

  test.each([
    'the lines change',
    'the session starts again',
  ])('if the customer pays after the job has canceled the other part, because %s', async (change) => {
    const cart = await splitCart(STRIPES)
    await payPart(cart, 'stripe-ideal')
    await expectPending(cart)
    if (change === 'the lines change') {
      await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${cart.items[0].id}`, { quantity: 3 }))
      await shop.given.chooseShipping(cart)
    } else await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions/stripe/refresh`))
    await reconcile(shop)
    await payPart(cart, 'stripe')
    await expectErrorMessage(completeCart(cart), 400, CANCELED)
    expect(heldFor(cart)).toEqual([])
    await expectSuccess(split(cart, STRIPES))
    await payBoth(cart)
    await expectOrder(completeCart(cart))
    await runAllJobs()
  })
})
