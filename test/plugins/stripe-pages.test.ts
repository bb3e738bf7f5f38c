import { describe, expect, test } from 'vitest'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { StripeFault } from '#test/support/fake-stripe.ts'
import { endPaymentLeases, reconcile } from '#test/support/remote-bank.ts'
import type { Identified } from '#test/support/resources.ts'
import { useStripeShop } from '#test/support/stripe-shop.ts'

/* A storefront without Stripe.js leads its customers to a page of Stripe Checkout. */

const used = await useStripeShop()
const { shop, fake, account, orders, runAllJobs, completeCart, openCart, pay, send, ordersOf, selectProvider } = used

const AUTHORIZED = 'payment_intent.amount_capturable_updated'
const FAULTS: StripeFault[] = ['hang', 'slow', 'late', 'outage', 'lose']
const ADDRESSES = { return_url: '/checkout/return', cancel_url: '/checkout/payment', locale: 'de-AT' }

const order = ({ id }: Identified, addresses: object = ADDRESSES) => shop.post(`/store/carts/${id}/complete`, addresses)

/** Orders and returns the address of the page. */
async function openPage(cart: Identified, addresses?: object): Promise<unknown> {
  const { body } = await order(cart, addresses)
  expect(body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
  return body.type === 'cart' && body.data.payment_session?.data.redirect_url
}

async function cartAtPage(options?: Parameters<typeof openCart>[0]) {
  const { cart, variant } = await openCart(options)
  return { cart, variant, url: await openPage(cart) }
}

const statusesOf = (cart: Identified) => account.pagesOf(cart).map(({ status }) => status)
const heldFor = (cart: Identified) =>
  account.intentsOf(cart).reduce((sum, intent) => sum + account.heldAmountOf(intent), 0)
const addOne = (cart: Identified, variant: Identified) =>
  shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 })

async function cartIn(currency_code: string, amount: number) {
  const region = await shop.given.region({ currency_code, payment_providers: ['stripe', 'manual'] })
  return shop.given.payableCart({ region, lines: [[await shop.given.regionalVariant(region, amount), 1]] })
}

describe('the page', () => {
  test('takes the amount of the cart, and leads back to the storefront', async () => {
    const { cart, url } = await cartAtPage()
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    expect(account.pagesOf(cart)).toMatchObject([
      {
        ...{ status: 'open', amount_total: 2400, currency: 'eur', locale: 'de', customer: null },
        ...{ success_url: `${shop.url}/checkout/return`, cancel_url: `${shop.url}/checkout/payment` },
        customer_email: expect.stringContaining('@'),
      },
    ])
  })

  test('ends the intent of Stripe.js, so that a customer pays only once', async () => {
    const { cart } = await cartAtPage()
    expect(account.intentsOf(cart)).toMatchObject([{ status: 'canceled' }])
  })

  test('is the same in two tabs and after a step back', async () => {
    const { cart, url } = await cartAtPage()
    const again = await Promise.all([openPage(cart), openPage(cart)])
    expect([...again, await openPage(cart)]).toEqual([url, url, url])
    expect(statusesOf(cart)).toEqual(['open'])
  })

  test('is another one for other addresses, and the first one ends', async () => {
    const { cart, url } = await cartAtPage()
    expect(await openPage(cart, { ...ADDRESSES, return_url: '/de/checkout/return' })).not.toBe(url)
    expect(statusesOf(cart)).toEqual(['expired', 'open'])
  })

  test('is another one after two hours', async () => {
    const { cart, url } = await cartAtPage()
    account.expirePage(account.pagesOf(cart)[0]!)
    expect((await order(cart)).body.type).toBe('cart')
    expect(await openPage(cart)).not.toBe(url)
  })

  test('is not part of a completion without addresses, as in Medusa v1', async () => {
    const { cart } = await openCart()
    expect((await completeCart(cart)).body).toMatchObject({ type: 'cart', payment_status: 'pending' })
    expect(account.pagesOf(cart)).toEqual([])
  })

  test('knows the Stripe customer and lets the customer save the card', async () => {
    const customer = await shop.given.customer()
    const buyer = { by: customer, email: customer.email }
    const { cart, url } = await cartAtPage(buyer)
    expect(account.pagesOf(cart)).toMatchObject([{ customer: expect.stringMatching(/^cus_/), customer_email: null }])
    account.payOnPage(url, 'visa', { saves: true })
    await expectOrder(order(cart))
    const { payment_methods } = await expectSuccess(customer.get('/store/customers/me/payment-methods'))
    expect(payment_methods).toHaveLength(1)
  })

  test('shows no account at Stripe to the store', async () => {
    const customer = await shop.given.customer()
    const { cart } = await cartAtPage({ by: customer, email: customer.email })
    const { payment_session } = (await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart
    expect(payment_session?.data).not.toHaveProperty('customer')
    expect(payment_session?.data).not.toHaveProperty('page_key')
  })

  test('cannot be changed by a storefront', async () => {
    const { cart } = await cartAtPage()
    const data = { setup_future_usage: 'on_session' }
    await expectErrorMessage(
      shop.post(`/store/carts/${cart.id}/payment-sessions/stripe`, { data }),
      400,
      'The customer pays on a page of Stripe. Refresh the payment session to pay with Stripe.js.',
    )
  })

  test.each([
    'https://evil.example/pay',
    'javascript:alert(1)',
    'http://user:secret@127.0.0.1/',
    'checkout',
    'file:///etc/passwd',
    '',
  ])('never leads to %s', async (address) => {
    const { cart } = await openCart()
    const page = { return_url: '/checkout/return', cancel_url: '/checkout/payment' }
    for (const name of ['return_url', 'cancel_url'])
      await expectErrorMessage(
        order(cart, { ...page, [name]: address }),
        400,
        `${name} must be a path of the shop, or an address with an origin of STORE_CORS`,
      )
    expect(account.pagesOf(cart)).toEqual([])
  })

  test('stays in the shop for a path that looks like another host', async () => {
    const { cart } = await openCart()
    await openPage(cart, { return_url: '//evil.example', cancel_url: '/\\evil.example' })
    const [{ success_url, cancel_url } = {}] = account.pagesOf(cart)
    for (const address of [success_url, cancel_url]) expect(new URL(String(address)).origin).toBe(shop.url)
  })

  test('is refused in an amount that Stripe cannot take', async () => {
    const { id } = await cartIn('kwd', 1234)
    const path = `/store/carts/${id}/payment-session` as const
    const refusal = 'Stripe: The last digit of an amount in kwd must be 0'
    await expectErrorMessage(shop.post(path, { provider_id: 'stripe' }), 400, refusal)
  })

  test('takes yen without decimals', async () => {
    const { id, total } = await cartIn('jpy', 1234)
    await selectProvider({ id })
    const url = await openPage({ id })
    expect(account.pagesOf({ id })).toMatchObject([{ amount_total: total, currency: 'jpy' }])
    account.payOnPage(url)
    expect(await expectOrder(order({ id }))).toMatchObject({ total })
  })
})

describe('a currency without decimals that Stripe counts in hundredths', () => {
  test.each(['isk', 'ugx'])('is charged, captured and refunded as a hundredfold in %s', async (currency) => {
    const { id, total } = await cartIn(currency, 1234)
    await selectProvider({ id })
    const url = await openPage({ id })
    expect(account.pagesOf({ id })).toMatchObject([{ amount_total: total * 100, currency }])
    account.payOnPage(url)
    const placed = await expectOrder(order({ id }))
    await orders.act(placed, 'capture')
    await expectSuccess(shop.admin.post(`/admin/orders/${placed.id}/refund`, { amount: 234, reason: 'discount' }))
    await runAllJobs()
    expect(heldFor({ id })).toBe((total - 234) * 100)
    const { order: kept } = await expectSuccess(shop.admin.get(`/admin/orders/${placed.id}`))
    expect(kept).toMatchObject({ payment_status: 'partially_refunded', paid_total: total, refunded_total: 234 })
  })

  test('keeps its amount with Stripe.js and in webhooks', async () => {
    const { id, total } = await cartIn('isk', 1234)
    await selectProvider({ id })
    const [intent] = account.intentsOf({ id })
    expect(intent).toMatchObject({ amount: total * 100, currency: 'isk' })
    await pay({ id })
    const placed = await expectOrder(completeCart({ id }))
    await orders.act(placed, 'capture')
    const { order: paid } = await expectSuccess(shop.admin.get(`/admin/orders/${placed.id}`))
    expect(paid).toMatchObject({ payment_status: 'captured', paid_total: total })
  })
})

describe('a payment on the page', () => {
  test('becomes an order whose payment is captured and refunded', async () => {
    const { cart, url } = await cartAtPage()
    const intent = account.payOnPage(url)
    const placed = await expectOrder(order(cart))
    expect(placed).toMatchObject({ payment_status: 'awaiting', payments: [{ data: { id: intent.id } }] })
    await orders.act(placed, 'capture')
    await orders.act(placed, 'refund', { amount: 700, reason: 'other' })
    await runAllJobs()
    expect(account.refundedAmountOf(intent.id)).toBe(700)
  })

  test('becomes one order in two tabs that come back at the same time', async () => {
    const { cart, url } = await cartAtPage()
    account.payOnPage(url)
    await Promise.all([order(cart), order(cart), completeCart(cart)])
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test.each(['before', 'after', 'instead of'])('reported by a webhook %s the return gives one order', async (when) => {
    const { cart, url } = await cartAtPage()
    const intent = account.payOnPage(url)
    if (when === 'after') await expectOrder(order(cart))
    for (let times = 0; times < 2; times++) expect(await send(AUTHORIZED, intent)).toBe(200)
    await runAllJobs()
    if (when === 'before') await expectOrder(order(cart))
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('is found without a webhook and without a return', async () => {
    const { cart, url } = await cartAtPage()
    account.payOnPage(url)
    await endPaymentLeases(shop)
    await reconcile(shop)
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('can follow a declined card and a cancelled 3-D Secure on the same page', async () => {
    const { cart, url } = await cartAtPage()
    account.payOnPage(url, 'declined')
    expect(await openPage(cart)).toBe(url)
    account.payOnPage(url, 'requires 3-D Secure')
    expect(await openPage(cart)).toBe(url)
    account.payOnPage(url)
    await expectOrder(order(cart))
  })

  test('by a bank debit is waiting, and the page does not open again', async () => {
    const { cart, url } = await cartAtPage()
    const intent = account.payOnPage(url, 'bank debit')
    for (let times = 0; times < 2; times++)
      expect((await order(cart)).body).toMatchObject({ type: 'cart', payment_status: 'pending' })
    expect(statusesOf(cart)).toEqual(['complete'])
    account.finishDebit(intent)
    await expectOrder(order(cart))
  })

  test('with a provider for one method captures at once', async () => {
    const { cart, url } = await cartAtPage({ provider_id: 'stripe-ideal' })
    const intent = account.payOnPage(url)
    expect(intent.status).toBe('succeeded')
    await send('payment_intent.succeeded', intent)
    await runAllJobs()
    expect(await ordersOf(cart)).toMatchObject([{ payment_status: 'captured' }])
  })

  test('of a cart that is sold out in the meantime goes back', async () => {
    const { cart, variant, url } = await cartAtPage()
    account.payOnPage(url)
    await shop.given.stock(variant, 1)
    expect((await order(cart)).status).toBe(409)
    expect(heldFor(cart)).toBe(0)
  })

  test('does not begin for a cart that is sold out, and begins when it is in stock again', async () => {
    const { cart, variant } = await openCart()
    await shop.given.stock(variant, 1)
    for (let times = 0; times < 2; times++) expect((await order(cart)).status).toBe(409)
    await runAllJobs()
    expect(statusesOf(cart)).not.toContain('open')
    expect(heldFor(cart)).toBe(0)
    await shop.given.stock(variant, 9)
    account.payOnPage(await openPage(cart))
    await expectOrder(order(cart))
  })

  test('of one cart is never that of another cart', async () => {
    const paid = await cartAtPage()
    const other = await cartAtPage()
    const intent = account.payOnPage(paid.url)
    await send(AUTHORIZED, { ...intent, metadata: { ...intent.metadata, resource_id: other.cart.id } })
    await runAllJobs()
    expect((await order(other.cart)).body.type).toBe('cart')
    expect(await ordersOf(other.cart)).toEqual([])
    await expectOrder(order(paid.cart))
  })
})

describe('a cart that changes while its page is open', () => {
  test('ends the page, and the next one has the new amount', async () => {
    const { cart, variant, url } = await cartAtPage()
    await expectSuccess(addOne(cart, variant))
    expect(statusesOf(cart)).toEqual(['expired'])
    expect(() => account.payOnPage(url)).toThrow('No page is open')
    await shop.given.chooseShipping(cart)
    account.payOnPage(await openPage(cart))
    expect(await expectOrder(order(cart))).toMatchObject({ total: 3600 })
  })

  test('refunds a customer who paid the old amount before', async () => {
    const { cart, variant, url } = await cartAtPage()
    account.payOnPage(url)
    await expectSuccess(addOne(cart, variant))
    expect(heldFor(cart)).toBe(0)
    await shop.given.chooseShipping(cart)
    account.payOnPage(await openPage(cart))
    await expectOrder(order(cart))
    expect(heldFor(cart)).toBe(3600)
  })

  test('never takes another amount than that of the order', async () => {
    const { cart, url } = await cartAtPage()
    const [page] = account.pagesOf(cart)
    page!.amount_total = 100
    account.payOnPage(url)
    expect((await order(cart)).status).toBe(400)
    expect(heldFor(cart)).toBe(0)
    account.payOnPage(await openPage(cart))
    await expectOrder(order(cart))
  })

  test('does not change while Stripe is out of order', async () => {
    const { cart, variant, url } = await cartAtPage()
    fake.fault = 'outage'
    expect((await addOne(cart, variant)).status).toBe(409)
    fake.fault = undefined
    account.payOnPage(url)
    expect(await expectOrder(order(cart))).toMatchObject({ total: 2400 })
  })

  test.each([
    ['another provider', (cart: Identified) => selectProvider(cart, 'manual')],
    ['no provider', ({ id }: Identified) => expectSuccess(shop.delete(`/store/carts/${id}/payment-sessions/stripe`))],
    [
      'Stripe.js',
      ({ id }: Identified) => expectSuccess(shop.post(`/store/carts/${id}/payment-sessions/stripe/refresh`)),
    ],
  ])('ends the page for %s', async (_, change) => {
    const { cart } = await cartAtPage()
    await change(cart)
    expect(statusesOf(cart)).toEqual(['expired'])
  })

  test('pays with Stripe.js after a refresh', async () => {
    const { cart } = await cartAtPage()
    await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions/stripe/refresh`))
    await pay(cart)
    await expectOrder(completeCart(cart))
  })
})

test('the parts of a split payment have pages one after the other', async () => {
  const { cart } = await openCart()
  const payments = [{ provider_id: 'stripe-ideal', amount: 700 }, { provider_id: 'stripe' }]
  await expectSuccess(shop.post(`/store/carts/${cart.id}/split-payment`, { payments }))
  for (const amounts of [[1700, 700], [700]]) {
    expect((await order(cart)).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
    const open = account.pagesOf(cart).filter(({ status }) => status === 'open')
    expect(open.map(({ amount_total }) => amount_total)).toEqual(amounts)
    account.payOnPage(open[0]?.url)
  }
  expect(await expectOrder(order(cart))).toMatchObject({ total: 2400 })
})

describe('faults', () => {
  test.each(FAULTS)('an order with the fault %s can be repeated', async (fault) => {
    const { cart } = await openCart()
    fake.fault = fault
    expect([200, 409]).toContain((await order(cart)).status)
    fake.fault = undefined
    await fake.settle()
    account.payOnPage(await openPage(cart))
    await expectOrder(order(cart))
    expect(statusesOf(cart).filter((status) => status === 'open')).toEqual([])
  })

  test.each(FAULTS)('a return with the fault %s places the order later', async (fault) => {
    const { cart, url } = await cartAtPage()
    account.payOnPage(url)
    fake.fault = fault
    expect([200, 409]).toContain((await order(cart)).status)
    fake.fault = undefined
    await expectOrder(order(cart))
  })
})
