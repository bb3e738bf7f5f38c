import { describe, expect, test } from 'vitest'
import { Customer } from '#entities/people/customer/customer.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { StripeFault } from '#test/support/fake-stripe.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'
import { untyped } from '#test/support/untyped.ts'
import { stripe } from '../../plugins/stripe/index.ts'

const used = await useStripeShop()
const { shop, fake, account, orders, edits, runAllJobs, completeCart, openCart, pay, placePaidOrder, send, ordersOf } =
  used
const money = paymentCollectionActions(used)

const AUTHORIZED = 'payment_intent.amount_capturable_updated'
const FAULTS: StripeFault[] = ['hang', 'slow', 'late', 'outage', 'lose']

test('a shop without an API key has no provider of Stripe', () => {
  expect([...readParts([stripe], {}).providers.payment.keys()]).toEqual(['manual'])
})

describe('payment sessions', () => {
  test('the data of a session is the intent, as in Medusa v1', async () => {
    const { cart } = await openCart()
    const { provider_id, status, data } = cart.payment_session!
    expect({ provider_id, status }).toEqual({ provider_id: 'stripe', status: 'pending' })
    expect(data).toMatchObject({
      id: expect.stringMatching(/^pi_/),
      object: 'payment_intent',
      client_secret: expect.stringContaining('_secret_'),
      amount: 2400,
      currency: 'eur',
      capture_method: 'manual',
      metadata: { resource_id: cart.id },
      status: 'requires_payment_method',
    })
  })

  test('a change of the cart changes the amount of the intent', async () => {
    const { cart, variant } = await openCart()
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 }))
    expect(account.intentsOf(cart)).toMatchObject([{ amount: 3600 }])
  })

  test('a change of a paid cart releases the money and creates a new intent', async () => {
    const { cart, variant } = await openCart()
    await pay(cart)
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 }))
    expect(account.intentsOf(cart)).toMatchObject([
      { status: 'canceled', amount: 2400 },
      { status: 'requires_payment_method', amount: 3600 },
    ])
    await shop.given.chooseShipping(cart)
    await pay(cart)
    await expectOrder(completeCart(cart))
  })

  test('another provider cancels the intent', async () => {
    const { cart } = await openCart()
    await used.selectProvider(cart, 'manual')
    expect(account.intentsOf(cart)).toMatchObject([{ status: 'canceled' }])
  })

  test('a storefront can set the usage of the card, and no other property such as the amount', async () => {
    const { cart } = await openCart()
    const path = `/store/carts/${cart.id}/payment-sessions/stripe` as const
    await expectSuccess(shop.post(path, { data: { setup_future_usage: 'on_session' } }))
    expect(account.intentsOf(cart)).toMatchObject([{ setup_future_usage: 'on_session' }])
    for (const data of [{ amount: 1 }, { metadata: { resource_id: 'cart_1' } }])
      expect((await shop.post(path, { data })).status).toBe(400)
    expect(account.intentsOf(cart)).toMatchObject([{ amount: 2400, metadata: { resource_id: cart.id } }])
  })

  test('customers save cards and see them', async () => {
    const customer = await shop.given.customer()
    const { cart } = await openCart({ by: customer, email: customer.email })
    const path = `/store/carts/${cart.id}/payment-sessions/stripe` as const
    await expectSuccess(customer.post(path, { data: { setup_future_usage: 'on_session' } }))
    await pay(cart)
    await expectOrder(completeCart(cart))
    const saved = await expectSuccess(customer.get('/store/customers/me/payment-methods'))
    expect(saved.payment_methods).toMatchObject([{ provider_id: 'stripe', data: { object: 'payment_method' } }])
    await openCart({ by: customer, email: customer.email })
    expect([...account.customers.values()].filter(({ email }) => email === customer.email)).toHaveLength(1)
  })

  test('an outage of Stripe does not break the list of saved cards', async () => {
    fake.fault = 'outage'
    const customer = await shop.given.customer()
    expect((await customer.get('/store/customers/me/payment-methods')).status).toBe(409)
  })

  test('an intent of another account is replaced at the next change', async () => {
    const { cart, variant } = await openCart()
    const [intent] = account.intentsOf(cart)
    account.intents.delete(intent!.id)
    expect((await completeCart(cart)).status).toBe(400)
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 }))
    await shop.given.chooseShipping(cart)
    await pay(cart)
    await expectOrder(completeCart(cart))
  })

  test('a customer who logs in after the start of the payment becomes the payer at its next change', async () => {
    const { cart, variant } = await openCart()
    expect(account.intentsOf(cart)).toMatchObject([{ customer: null }])
    const customer = await shop.given.customer()
    const path = `/store/carts/${cart.id}` as const
    await expectSuccess(customer.get(path))
    await expectSuccess(customer.post(`${path}/line-items`, { variant_id: variant.id, quantity: 1 }))
    const payer = [...account.customers.values()].find(({ email }) => email === customer.email)
    expect(account.intentsOf(cart)).toMatchObject([{ amount: 3600, customer: payer?.id }])
    expect(payer).toBeDefined()
  })

  test('a customer of Medusa v1 keeps the Stripe customer', async () => {
    const customer = await shop.given.customer()
    await changeRows(shop, Customer, { id: customer.id }, { payment_accounts: { stripe: 'cus_v1' } })
    const { cart } = await openCart({ by: customer, email: customer.email })
    expect(account.intentsOf(cart)).toMatchObject([{ customer: 'cus_v1' }])
  })

  test('no column that a customer or an administrator writes names the Stripe customer', async () => {
    const victim = await shop.given.customer()
    const { cart: open } = await openCart({ by: victim, email: victim.email })
    const [{ customer: wallet } = {}] = account.intentsOf(open)
    expect(wallet).toMatch(/^cus_/)
    const thief = await shop.given.customer()
    const metadata = { stripe_id: wallet, payment_accounts: { stripe: wallet }, stripe: wallet }
    await expectSuccess(thief.post('/store/customers/me', { metadata }))
    await expectSuccess(shop.admin.post(`/admin/customers/${thief.id}`, { metadata }))
    for (const path of ['/store/customers/me', `/admin/customers/${thief.id}`] as const) {
      const caller = path === '/store/customers/me' ? thief : shop.admin
      const reply = await caller.post(path, untyped({ payment_accounts: { stripe: wallet } }))
      expect([200, 400]).toContain(reply.status)
    }
    expect((await thief.get('/store/customers/me/payment-methods')).text).not.toContain(wallet)
    const { cart } = await openCart({ by: thief, email: thief.email })
    expect(account.intentsOf(cart)).toMatchObject([{ customer: expect.not.stringContaining(String(wallet)) }])
  })

  test('a cart that passes from an account to a guest gets an intent without the account at its next change', async () => {
    const customer = await shop.given.customer()
    const { cart, variant } = await openCart({ by: customer, email: customer.email })
    await expectSuccess(shop.post(`/store/carts/${cart.id}`, { email: 'guest@example.com' }))
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 }))
    const open = account.intentsOf(cart).filter(({ status }) => status !== 'canceled')
    expect(open).toMatchObject([{ customer: null }])
  })

  test('the store shows no account at Stripe to any caller that knows a cart or an order', async () => {
    const customer = await shop.given.customer()
    const { cart } = await openCart({ by: customer, email: customer.email })
    const intent = await pay(cart)
    const payment_method = 'pm_of_the_customer'
    Object.assign(intent, { payment_method })
    const seen: { text: string }[] = [
      await shop.get(`/store/carts/${cart.id}`),
      await shop.post(`/store/carts/${cart.id}`, {}),
    ]
    expect(seen.map(({ text }) => text.includes(String(intent.client_secret)))).toEqual([true, true])
    const key = { 'idempotency-key': crypto.randomUUID() }
    const complete = () => shop.post(`/store/carts/${cart.id}/complete`, {}, key)
    const completed = await complete()
    const order = await expectOrder(Promise.resolve(completed))
    expect(order.payments).toMatchObject([{ data: { id: intent.id, status: expect.any(String) } }])
    seen.push(completed, await complete(), await shop.get(`/store/orders/${order.id}`))
    seen.push(await shop.get(`/store/orders/cart/${cart.id}`), await shop.get(`/store/carts/${cart.id}`))
    seen.push(await customer.get('/store/customers/me/orders?expand=payments,cart'))
    for (const { text } of seen) {
      expect(text).toContain(cart.id)
      for (const secret of [intent.customer, payment_method]) expect(text).not.toContain(secret)
    }
    expect((await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order.payments).toMatchObject([
      { data: { customer: intent.customer } },
    ])
  })
})

describe('completion', () => {
  test('a paid cart becomes an order whose payment is captured and refunded in parts', async () => {
    const { order, intent } = await placePaidOrder()
    expect(order).toMatchObject({
      payment_status: 'awaiting',
      payments: [{ provider_id: 'stripe', data: { id: intent.id } }],
    })
    await orders.act(order, 'capture')
    expect(intent.status).toBe('succeeded')
    for (const amount of [700, 300]) await orders.act(order, 'refund', { amount, reason: 'other' })
    await runAllJobs()
    expect(account.refundedAmountOf(intent.id)).toBe(1000)
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 1000 })
  })

  test('3-D Secure requires more, and the order follows the authentication', async () => {
    const { cart } = await openCart()
    await pay(cart, 'requires 3-D Secure')
    expect((await completeCart(cart)).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
    await pay(cart)
    await expectOrder(completeCart(cart))
  })

  test('a declined card leaves the cart open', async () => {
    const { cart } = await openCart()
    await pay(cart, 'declined')
    expect((await completeCart(cart)).body).toMatchObject({ type: 'cart', payment_status: 'pending' })
    await pay(cart)
    await expectOrder(completeCart(cart))
  })

  test('the money of a sold-out cart goes back', async () => {
    const { cart, variant } = await openCart()
    const intent = await pay(cart)
    await shop.given.stock(variant, 1)
    expect((await completeCart(cart)).status).toBe(409)
    expect(intent.status).toBe('canceled')
  })

  test('an intent of another amount is released', async () => {
    const { cart } = await openCart()
    const intent = await pay(cart)
    intent.amount = 100
    expect((await completeCart(cart)).status).toBe(400)
    expect(intent.status).toBe('canceled')
  })

  test('a cancellation of the order cancels the intent', async () => {
    const { order, intent } = await placePaidOrder()
    await orders.act(order, 'cancel')
    await runAllJobs()
    expect(intent.status).toBe('canceled')
  })

  test('Stripe refuses to capture a canceled intent, and the order requires action', async () => {
    const { order, intent } = await placePaidOrder()
    Object.assign(intent, { status: 'canceled' })
    expect((await orders.send(order, 'capture')).status).toBe(400)
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'requires_action' })
    await orders.act(order, 'cancel')
  })
})

test('a refund that Stripe refuses is reverted, and a webhook records the refund of the dashboard', async () => {
  const { order, intent } = await placePaidOrder()
  await orders.act(order, 'capture')
  account.refund(intent)
  await orders.act(order, 'refund', { amount: 500, reason: 'other' })
  await runAllJobs()
  expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'requires_action', refunded_total: 0 })
  await send('charge.refunded', account.chargeOf(intent))
  await runAllJobs()
  expect(await orders.readOrder(order)).toMatchObject({ refunded_total: 2400 })
})

describe('webhooks', () => {
  test.each([
    '/stripe/hooks',
    '/hooks/stripe',
  ])('the customer who paid and closed the tab gets the order by %s', async (path) => {
    const { cart } = await openCart()
    const intent = await pay(cart)
    for (let times = 0; times < 2; times++) expect(await send(AUTHORIZED, intent, { path })).toBe(200)
    await runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
    await expectOrder(completeCart(cart))
  })

  test('a webhook during the completion changes nothing', async () => {
    const { cart } = await openCart()
    const intent = await pay(cart)
    fake.fault = 'slow'
    const [{ status }] = await Promise.all([
      completeCart(cart),
      send(AUTHORIZED, intent).then(runAllJobs),
      completeCart(cart),
    ])
    expect(status).toBe(200)
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('a forged signature and events of other integrations change nothing', async () => {
    const { cart } = await openCart()
    const intent = await pay(cart)
    expect(await send(AUTHORIZED, intent, { headers: { 'stripe-signature': 't=1,v1=00' } })).toBe(400)
    expect(await send(AUTHORIZED, { ...intent, metadata: {} })).toBe(200)
    expect(await send('customer.created', { id: 'cus_1' })).toBe(200)
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    await expectOrder(completeCart(cart))
  })

  test('captures and refunds in the dashboard are recorded once', async () => {
    const { order, intent } = await placePaidOrder()
    account.capture(intent)
    account.refund(intent, { amount: 400 })
    for (let times = 0; times < 2; times++) {
      await send('charge.refunded', account.chargeOf(intent))
      await send('payment_intent.succeeded', intent)
      await runAllJobs()
    }
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 400 })
    expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  })

  test('a partial capture in the dashboard leaves the rest to the customer, with and without webhooks', async () => {
    for (const isReported of [true, false]) {
      const { order, intent } = await placePaidOrder()
      account.capture(intent, { amount_to_capture: 2000 })
      if (isReported) {
        await send('charge.refunded', account.chargeOf(intent))
        await send('payment_intent.succeeded', intent)
        await runAllJobs()
      } else await orders.act(order, 'capture')
      expect(await orders.readOrder(order)).toMatchObject({
        payment_status: 'awaiting',
        paid_total: 2000,
        refunded_total: 0,
        difference_due: 400,
      })
    }
  })

  test('refunds in the dashboard are recorded without the part that a capture released', async () => {
    const { order, intent } = await placePaidOrder()
    account.capture(intent, { amount_to_capture: 2000 })
    account.refund(intent, { amount: 150 })
    await send('charge.refunded', account.chargeOf(intent))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ paid_total: 2000, refunded_total: 150 })
  })

  test('an intent that the dashboard has captured in part places no order', async () => {
    const { cart } = await openCart()
    const intent = await pay(cart)
    account.capture(intent, { amount_to_capture: 2000 })
    await send('payment_intent.succeeded', intent)
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    expect(account.heldAmountOf(intent)).toBe(0)
  })

  test('a payment method with its own provider uses the same webhook and captures at once', async () => {
    const { cart } = await openCart({ provider_id: 'stripe-ideal' })
    const intent = await pay(cart)
    await send('payment_intent.succeeded', intent)
    await runAllJobs()
    expect(await ordersOf(cart)).toMatchObject([{ payment_status: 'captured' }])
  })

  test('a captured payment is recorded without a webhook', async () => {
    const { order } = await placePaidOrder({ provider_id: 'stripe-ideal' })
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'captured' })
  })

  test('a webhook authorizes the payment collection of an order edit', async () => {
    const { edit, order } = await money.requestEdit()
    const [session] = (await money.payBy(edit, 'stripe')).payment_sessions
    const intent = account.pay(session!.data.client_secret)
    await send(AUTHORIZED, intent)
    await runAllJobs()
    expect(await money.read(edit)).toMatchObject({ status: 'authorized' })
    await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
    expect(await orders.readOrder(order)).toMatchObject({ paid_total: 4800 })
  })
})

describe('faults', () => {
  test.each(FAULTS)('a completion with the fault %s places the order later', async (fault) => {
    const { cart } = await openCart()
    await pay(cart)
    fake.fault = fault
    const { status } = await completeCart(cart)
    expect([200, 409]).toContain(status)
    fake.fault = undefined
    await expectOrder(completeCart(cart))
  })

  test.each(FAULTS)('a webhook with the fault %s places the order later', async (fault) => {
    const { cart } = await openCart()
    await send(AUTHORIZED, await pay(cart))
    fake.fault = fault
    await runAllJobs()
    fake.fault = undefined
    await runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test.each(FAULTS)('a capture and a refund with the fault %s happen once', async (fault) => {
    const { order, intent } = await placePaidOrder()
    fake.fault = fault
    await orders.send(order, 'capture')
    fake.fault = undefined
    await runAllJobs()
    await orders.act(order, 'capture')
    fake.fault = fault
    await orders.act(order, 'refund', { amount: 500, reason: 'other' })
    await runAllJobs()
    fake.fault = undefined
    await runAllJobs()
    expect(account.heldAmountOf(intent)).toBe(1900)
    expect(await orders.readOrder(order)).toMatchObject({ refunded_total: 500 })
  })

  test.each(FAULTS)('a session that starts with the fault %s can be started again', async (fault) => {
    const { cart } = await openCart({ provider_id: 'manual' })
    fake.fault = fault
    await shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id: 'stripe' })
    fake.fault = undefined
    await used.selectProvider(cart)
    await pay(cart)
    await expectOrder(completeCart(cart))
  })

  test.each(FAULTS)('the money of a sold-out cart goes back after the fault %s', async (fault) => {
    const { cart, variant } = await openCart()
    const intent = await pay(cart)
    await shop.given.stock(variant, 1)
    await send(AUTHORIZED, intent)
    fake.fault = fault
    await runAllJobs()
    fake.fault = undefined
    await runAllJobs()
    expect(intent.status).toBe('canceled')
  })
})
