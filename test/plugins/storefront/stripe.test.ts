import { afterAll, afterEach, expect, test } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openFakeStripe } from '#test/support/fake-stripe.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'
import { stripe } from '../../../plugins/stripe/index.ts'

const fake = await openFakeStripe()
afterAll(() => fake[Symbol.asyncDispose]())
const { account } = fake
const shop = await openTestShop({
  plugins: [storefront({ country: 'de' }), stripe],
  demo: true,
  env: fake.env,
  config: { logLevel: 'silent' },
})
afterAll(() => shop[Symbol.asyncDispose]())
afterEach(() => {
  fake.fault = undefined
})

await shop.orm.em.fork().upsertMany(PaymentProvider, [{ id: 'stripe' }], { onConflictAction: 'ignore' })
for (const { id } of (await shop.get('/store/regions')).body.regions)
  await expectSuccess(shop.admin.post(`/admin/regions/${id}`, { payment_providers: ['stripe', 'manual'] }))

const address = {
  ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', address_1: 'Unter den Linden 1' },
  ...{ postal_code: '10117', city: 'Berlin', country_code: 'de' },
}

async function withMug(visitor: Visitor, prefix = ''): Promise<Visitor> {
  await visitor.open(`${prefix}/products/stoneware-mug`)
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  return visitor.submit(`${prefix}/cart/lines`, { [name]: value })
}

async function atPayment(prefix = '', visitor = new Visitor(shop.url)): Promise<Visitor> {
  await withMug(visitor, prefix)
  await visitor.open(`${prefix}/checkout`)
  await visitor.submit(`${prefix}/checkout`, address)
  return visitor.submit(`${prefix}/checkout/delivery`)
}

const order = (visitor: Visitor, prefix = '') => visitor.submit(`${prefix}/checkout/payment`, { provider: 'stripe' })

/** The address of the page of Stripe to which the shop leads the customer. */
const leadsTo = ({ html }: Visitor): string | undefined =>
  /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html)?.[1]

async function atStripe(prefix = ''): Promise<{ visitor: Visitor; url: string | undefined }> {
  const visitor = await order(await atPayment(prefix), prefix)
  const url = leadsTo(visitor)
  expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  return { visitor, url }
}

const pagesOf = (visitor: Visitor) => account.pagesOf({ id: visitor.cookies.get('cart') ?? '' })
const heldFor = (cart: string) =>
  account.intentsOf({ id: cart }).reduce((sum, one) => sum + account.heldAmountOf(one), 0)

/** Another window of the same browser. */
function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor(shop.url)
  for (const [name, value] of visitor.cookies) copy.setCookie(name, value)
  return Object.assign(copy, { html: visitor.html, path: visitor.path })
}

async function comeBack(visitor: Visitor, prefix = ''): Promise<Visitor> {
  await visitor.open(`${prefix}/checkout/return`)
  return visitor.path === `${prefix}/checkout/return` ? visitor.submit(visitor.path) : visitor
}

const ORDER = /^(\/de)?\/orders\/order_\w+\?thanks$/

test('a customer pays by card on the page of Stripe, without a script of the shop', async () => {
  const visitor = await atPayment()
  expect(visitor.html).toContain('value="stripe"')
  expect(visitor.text).toContain('Card')
  await order(visitor)
  expect(pagesOf(visitor)).toMatchObject([
    { customer_email: 'ada@example.com', currency: 'eur', success_url: `${shop.url}/checkout/return` },
  ])
  account.payOnPage(leadsTo(visitor))
  await comeBack(visitor)
  expect(visitor.path).toMatch(ORDER)
  expect(visitor.text).toContain('Thank you, Ada')
})

test('the page of Stripe has the language of the storefront and leads back to it', async () => {
  const { visitor, url } = await atStripe('/de')
  expect(pagesOf(visitor)).toMatchObject([
    { locale: 'de', success_url: `${shop.url}/de/checkout/return`, cancel_url: `${shop.url}/de/checkout/payment` },
  ])
  account.payOnPage(url)
  expect((await comeBack(visitor, '/de')).path).toMatch(ORDER)
})

test('a customer who comes back without a payment sees the checkout, and the page again after an order', async () => {
  const { visitor, url } = await atStripe()
  await visitor.open('/checkout/payment')
  expect(visitor.status).toBe(200)
  await order(visitor)
  expect(leadsTo(visitor)).toBe(url)
  await comeBack(visitor)
  expect(leadsTo(visitor)).toBe(url)
})

test('a declined card and 3-D Secure are finished on the page', async () => {
  const { visitor, url } = await atStripe()
  account.payOnPage(url, 'declined')
  expect(leadsTo(await comeBack(visitor))).toBe(url)
  account.payOnPage(url, 'requires 3-D Secure')
  expect(leadsTo(await comeBack(visitor))).toBe(url)
  account.payOnPage(url)
  expect((await comeBack(visitor)).path).toMatch(ORDER)
})

test('two windows lead to one page, and pay once', async () => {
  const visitor = await atPayment()
  const other = copyOf(visitor)
  await Promise.all([order(visitor), order(other)])
  expect(leadsTo(other)).toBe(leadsTo(visitor))
  account.payOnPage(leadsTo(visitor))
  await Promise.all([comeBack(visitor), comeBack(other)])
  expect(visitor.path).toMatch(ORDER)
  expect(other.path).toBe(visitor.path)
})

test('a cart that changes in another window asks again, and the paid amount goes back', async () => {
  const { visitor, url } = await atStripe()
  const cart = visitor.cookies.get('cart') ?? ''
  account.payOnPage(url)
  await withMug(copyOf(visitor))
  expect(heldFor(cart)).toBe(0)
  await comeBack(visitor)
  // The change has also removed the delivery.
  expect(visitor.path).toBe('/checkout/delivery')
  await visitor.submit('/checkout/delivery')
  account.payOnPage(leadsTo(await order(visitor)))
  expect((await comeBack(visitor)).path).toMatch(ORDER)
  expect(heldFor(cart)).toBeGreaterThan(0)
})

test('a page that has expired gives way to a new one', async () => {
  const { visitor, url } = await atStripe()
  account.expirePage(pagesOf(visitor)[0]!)
  await comeBack(visitor)
  expect(leadsTo(visitor)).toMatch(/^https:/)
  expect(leadsTo(visitor)).not.toBe(url)
  account.payOnPage(leadsTo(visitor))
  expect((await comeBack(visitor)).path).toMatch(ORDER)
})

test('a bank debit that takes days asks for no second payment', async () => {
  const { visitor, url } = await atStripe()
  account.payOnPage(url, 'bank debit')
  await comeBack(visitor)
  expect(visitor.text).toContain('Your payment is on its way')
  await visitor.open('/checkout/payment')
  await order(visitor)
  expect(visitor.text).toContain('Your payment is on its way')
})

test('sold-out goods are refunded, and the cart names them', async () => {
  const { visitor, url } = await atStripe()
  account.payOnPage(url)
  const { cart } = (await shop.get(`/store/carts/${visitor.cookies.get('cart')}`)).body
  const { variant_id } = cart.items[0]
  await shop.given.stock({ id: variant_id }, 0)
  await comeBack(visitor)
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('There is not enough of Stoneware Mug')])
  expect(heldFor(cart.id)).toBe(0)
  await shop.given.stock({ id: variant_id }, 50)
})

test.each([
  'outage',
  'hang',
  'lose',
] as const)('an order while Stripe has the fault %s keeps the cart', async (fault) => {
  const visitor = await atPayment()
  fake.fault = fault
  await order(visitor)
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('does not answer. Nothing is lost.')])
  expect(visitor.html).toContain('value="manual"')
  fake.fault = undefined
  account.payOnPage(leadsTo(await order(visitor)))
  expect((await comeBack(visitor)).path).toMatch(ORDER)
})

test('a return while Stripe does not answer can be repeated', async () => {
  const { visitor, url } = await atStripe()
  account.payOnPage(url)
  fake.fault = 'outage'
  await comeBack(visitor)
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('does not answer. Nothing is lost.')])
  fake.fault = undefined
  expect((await comeBack(visitor)).path).toMatch(ORDER)
})

test('the id of a page in the address changes nothing', async () => {
  const { visitor, url } = await atStripe()
  const thief = await atStripe()
  account.payOnPage(url)
  const id = pagesOf(visitor)[0]?.id
  await thief.visitor.open(`/checkout/return?session_id=${id}&cart=${visitor.cookies.get('cart')}`)
  await thief.visitor.submit('/checkout/return')
  expect(leadsTo(thief.visitor)).toBe(thief.url)
  expect((await comeBack(visitor)).path).toMatch(ORDER)
})
