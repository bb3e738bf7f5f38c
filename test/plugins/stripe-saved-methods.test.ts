import { describe, expect, test } from 'vitest'
import { readCartFingerprint } from '#entities/cart/cart/cart-fingerprint.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { StripeFault } from '#test/support/fake-stripe.ts'
import type { TestCard } from '#test/support/fake-stripe-account.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'

const used = await useStripeShop()
const { shop, fake, account, completeCart, openCart, pay, send, ordersOf } = used
const as = shop.jobs.operations()

/** A customer who saved this card with an order, and another open cart of the customer. */
async function savedCard(card: TestCard = 'visa') {
  const customer = await shop.given.customer()
  const buyer = { by: customer, email: customer.email }
  const first = await openCart(buyer)
  await expectSuccess(
    customer.post(`/store/carts/${first.cart.id}/payment-sessions/stripe`, {
      data: { setup_future_usage: 'off_session' },
    }),
  )
  await pay(first.cart)
  await expectOrder(completeCart(first.cart))
  const { store } = as({ customer_id: customer.id })
  const { payment_methods } = await store.customers.listPaymentMethods()
  const savedMethod = String(payment_methods[0]?.data.id)
  account.cards.set(savedMethod, card)
  const { cart, variant } = await openCart(buyer)
  const fingerprint = await readCartFingerprint(shop.orm.em.fork(), cart.id)
  const charge = (id = savedMethod) =>
    as({ customer_id: customer.id }, { savedMethod: { id, fingerprint } }).store.carts.complete({ id: cart.id })
  const intents = () => account.intentsOf(cart)
  return { customer, cart, variant, savedMethod, charge, intents }
}

const ofOrder = { type: 'order' }
const requests = (verb: string) => fake.requests.filter((request) => request.endsWith(`/${verb}`)).length

test('a saved card pays an order without the customer', async () => {
  const { charge, intents } = await savedCard()
  expect(await charge()).toMatchObject({ ...ofOrder, data: { total: 2400, payments: [{ provider_id: 'stripe' }] } })
  expect(intents()).toMatchObject([{ status: 'requires_capture', amount: 2400 }])
})

test('a declined card leaves the cart open, and another method pays', async () => {
  const { charge, savedMethod, cart } = await savedCard('declined')
  for (let i = 0; i < 2; i++)
    await expect(charge()).rejects.toMatchObject({
      message: 'Stripe: Your card was declined.',
      reason: { name: 'payment_declined' },
    })
  expect(await ordersOf(cart)).toEqual([])
  account.cards.set(savedMethod, 'visa')
  expect(await charge()).toMatchObject(ofOrder)
})

test('the customer pays the intent for which the bank asked', async () => {
  const { charge, cart, intents } = await savedCard('requires 3-D Secure')
  for (let i = 0; i < 2; i++) expect(await charge()).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
  await pay(cart)
  await expectOrder(completeCart(cart))
  expect(await charge()).toMatchObject(ofOrder)
  expect(intents()).toHaveLength(1)
})

test('a job does not charge an intent that the customer has paid or is paying', async () => {
  const { charge, cart } = await savedCard('declined')
  await pay(cart, 'requires 3-D Secure')
  expect(await charge()).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
  await pay(cart)
  expect(await charge()).toMatchObject(ofOrder)
})

test('a bank debit waits for its bank, and a repeated charge does not debit again', async () => {
  const { charge, intents } = await savedCard('bank debit')
  for (let i = 0; i < 2; i++) expect(await charge()).toMatchObject({ type: 'cart', payment_status: 'pending' })
  account.finishDebit(intents()[0]!)
  expect(await charge()).toMatchObject(ofOrder)
})

test('Stripe is not asked to charge the card of another customer', async () => {
  const victim = await savedCard()
  const thief = await savedCard()
  const before = requests('confirm')
  await expect(thief.charge(victim.savedMethod)).rejects.toThrow('The customer has not saved this payment method')
  expect(requests('confirm')).toBe(before)
})

describe('a charge whose answer is lost', () => {
  test.each(['hang', 'late', 'outage', 'lose'] satisfies StripeFault[])('is made once after %s', async (fault) => {
    const { charge, intents, cart } = await savedCard()
    fake.fault = fault
    await expect(charge()).rejects.toMatchObject({ kind: 'conflict' })
    fake.fault = undefined
    await fake.settle()
    expect(await charge()).toMatchObject(ofOrder)
    expect(intents()).toHaveLength(1)
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('becomes an order by the webhook, without the job', async () => {
    const { charge, intents, cart } = await savedCard()
    fake.fault = 'lose'
    await expect(charge()).rejects.toMatchObject({ kind: 'conflict' })
    fake.fault = undefined
    expect(await send('payment_intent.amount_capturable_updated', intents()[0]!)).toBe(200)
    await used.runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })
})

describe('the removal of a saved card', () => {
  const path = (id: string) => `/store/customers/me/payment-methods/stripe/${id}` as const

  test('detaches it at Stripe, and no job charges it any longer', async () => {
    const { customer, savedMethod, charge } = await savedCard()
    expect(await expectSuccess(customer.delete(path(savedMethod)))).toMatchObject({ id: savedMethod, deleted: true })
    expect((await expectSuccess(customer.get('/store/customers/me/payment-methods'))).payment_methods).toEqual([])
    await expect(charge()).rejects.toMatchObject({ message: 'The customer has not saved this payment method' })
    expect((await customer.delete(path(savedMethod))).status).toBe(404)
  })

  test('is refused for the card of another customer, a guest and an unknown provider', async () => {
    const { savedMethod } = await savedCard()
    const thief = await shop.given.customer()
    expect((await thief.delete(path(savedMethod))).status).toBe(404)
    expect((await shop.delete(path(savedMethod))).status).toBe(401)
    expect((await thief.delete(`/store/customers/me/payment-methods/none/${savedMethod}`)).status).toBe(404)
    expect(account.methods.find(({ id }) => id === savedMethod)?.customer).toBeTruthy()
  })

  test.each(['outage', 'hang', 'lose'] satisfies StripeFault[])('can be repeated after the fault %s', async (fault) => {
    const { customer, savedMethod } = await savedCard()
    fake.fault = fault
    expect((await customer.delete(path(savedMethod))).status).toBe(409)
    fake.fault = undefined
    expect([200, 404]).toContain((await customer.delete(path(savedMethod))).status)
    expect(account.methods.find(({ id }) => id === savedMethod)?.customer).toBeNull()
  })
})
