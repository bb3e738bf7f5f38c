import { definePlugin } from 'cartwright'
import { afterAll, expect, test } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront, testPayment } from '../../../plugins/storefront/index.ts'
import { testProvider } from '../../../plugins/storefront/test-payment/provider.ts'

const TARGET = 'https://pay.example/session?a=1&b="2"'
const elsewhere = definePlugin({
  name: 'elsewhere',
  cartwright: '^0.1.0',
  provides: () => ({
    payment: [
      {
        ...testProvider,
        id: 'elsewhere',
        authorize: async (data) => ({ status: 'requires_more', data: { ...data, redirect_url: TARGET } }),
      },
      // The customer pays with a script of this provider.
      {
        ...testProvider,
        id: 'scripted',
        shownData: { session: ['client_secret'], payment: [] },
        remote: { isPaidBeforeCompletion: true, timeoutMs: 1000, outcomeOf: async () => undefined },
      },
      {
        ...testProvider,
        id: 'slow-bank',
        authorize: async (data) => ({ status: 'pending', data }),
      },
    ],
  }),
})

const shop = await openTestShop({
  plugins: [storefront({ country: 'de' }), testPayment, elsewhere],
  demo: true,
  config: { production: false },
})
afterAll(() => shop[Symbol.asyncDispose]())

const { regions } = (await shop.get('/store/regions')).body
await shop.orm.em.fork().upsertMany(
  PaymentProvider,
  ['test', 'elsewhere', 'scripted', 'slow-bank'].map((id) => ({ id })),
  { onConflictAction: 'ignore' },
)
const payment_providers = ['test', 'manual', 'elsewhere', 'scripted', 'slow-bank']
for (const { id } of regions) await expectSuccess(shop.admin.post(`/admin/regions/${id}`, { payment_providers }))

const address = {
  ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', address_1: 'Unter den Linden 1' },
  ...{ postal_code: '10117', city: 'Berlin', country_code: 'de' },
}

async function atPayment(prefix = ''): Promise<Visitor> {
  const visitor = await new Visitor(shop.url).open(`${prefix}/products/stoneware-mug`)
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit(`${prefix}/cart/lines`, { [name]: value })
  await visitor.open(`${prefix}/checkout`)
  await visitor.submit(`${prefix}/checkout`, address)
  return visitor.submit(`${prefix}/checkout/delivery`)
}

async function atProvider(prefix = ''): Promise<Visitor> {
  const visitor = await atPayment(prefix)
  await visitor.submit(`${prefix}/checkout/payment`, { provider: 'test' })
  expect(visitor.path).toMatch(/^\/dev\/pay\/cart_/)
  return visitor
}

/** The button of the page of the provider. */
const press = (visitor: Visitor, outcome: string) => visitor.submit(visitor.path, { outcome })

/** The customer comes back, and the browser without scripts needs a click. */
async function pay(visitor: Visitor, outcome: string, prefix = '') {
  await press(visitor, outcome)
  expect(visitor.path).toBe(`${prefix}/checkout/return`)
  await visitor.submit(visitor.path)
}

test('a customer pays on the page of the provider and comes back with an order', async () => {
  const visitor = await atProvider()
  await pay(visitor, 'paid')
  expect(visitor.path).toMatch(/^\/orders\/order_\w+\?thanks$/)
})

test('a bank asks a second time', async () => {
  const visitor = await atProvider('/de')
  await press(visitor, 'secure')
  expect(visitor.text).toContain('Your bank asks')
  await pay(visitor, 'paid', '/de')
  expect(visitor.path).toMatch(/^\/de\/orders\/order_\w+\?thanks$/)
})

test('a refused payment is explained, and another way to pay works', async () => {
  const visitor = await atProvider()
  await pay(visitor, 'refused')
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('The payment was not accepted.')])
  await visitor.submit('/checkout/payment', { provider: 'manual' })
  expect(visitor.path).toMatch(/^\/orders\/order_\w+\?thanks$/)
})

test('a customer whose payment was refused pays with the same provider at the second try', async () => {
  const visitor = await atProvider()
  await pay(visitor, 'refused')
  await visitor.submit('/checkout/payment', { provider: 'test' })
  expect(visitor.path).toMatch(/^\/dev\/pay\/cart_/)
  await pay(visitor, 'paid')
  expect(visitor.path).toMatch(/^\/orders\/order_\w+\?thanks$/)
})

test('a return without a payment leads to the provider again', async () => {
  const visitor = await atProvider()
  await visitor.open('/checkout/return')
  await visitor.submit('/checkout/return')
  expect(visitor.path).toMatch(/^\/dev\/pay\/cart_/)
})

test('a customer who leaves the provider without a payment can choose another way to pay', async () => {
  const visitor = await atProvider()
  expect(visitor.html).toContain('/checkout/payment">Back without a payment')
  await visitor.open('/checkout/payment')
  await visitor.submit('/checkout/payment', { provider: 'manual' })
  expect(visitor.path).toMatch(/^\/orders\/order_\w+\?thanks$/)
})

test('the return sends its form without a click in a browser with scripts, and places no order by itself', async () => {
  const visitor = await atProvider()
  await press(visitor, 'paid')
  expect(visitor.html).toContain('data-sends-itself')
  expect(visitor.html).toContain('<script src="/storefront.js')
  expect((await shop.get(`/store/carts/${visitor.cookies.get('cart')}`)).body.cart.completed_at).toBeNull()
})

test('a return in another browser leads to the search for the order', async () => {
  const visitor = await new Visitor(shop.url).open('/de/checkout/return')
  expect(visitor.text).toContain('Haben Sie bezahlt?')
  expect(visitor.html).toContain('href="/de/orders"')
})

test('a return orders nothing for a customer who has not ordered', async () => {
  const visitor = await atPayment()
  const id = visitor.cookies.get('cart')
  await expectSuccess(shop.post(`/store/carts/${id}/payment-session`, { provider_id: 'manual' }))
  expect((await visitor.open('/checkout/return')).path).toBe('/checkout/payment')
  await visitor.open('/checkout/return', { method: 'POST', headers: { origin: shop.url } })
  expect(visitor.path).toBe('/checkout/payment')
  expect((await shop.get(`/store/carts/${id}`)).body.cart.completed_at).toBeNull()
})

test('a cart that became an order before its customer came back leads to the order', async () => {
  const visitor = await atProvider()
  await press(visitor, 'paid')
  const { data } = await expectSuccess(shop.post(`/store/carts/${visitor.cookies.get('cart')}/complete`))
  const other = new Visitor(shop.url)
  for (const [name, value] of visitor.cookies) other.setCookie(name, value)
  await other.open('/checkout/return')
  await visitor.submit('/checkout/return')
  for (const { path, cookies } of [visitor, other])
    expect([path, cookies.has('cart')]).toEqual([`/orders/${data.id}?thanks`, false])
})

test('a payment that a bank confirms later asks for no second payment', async () => {
  const visitor = await atPayment()
  await visitor.submit('/checkout/payment', { provider: 'slow-bank' })
  expect(visitor.text).toContain('Your payment is on its way')
})

test('the page of the test provider needs a payment that waits', async () => {
  const visitor = await atPayment()
  for (const cart of [visitor.cookies.get('cart'), 'cart_of_nobody'])
    expect((await visitor.open(`/dev/pay/${cart}`)).status).toBe(404)
})

test('a provider of another site is reached from a page, because a form may not redirect there', async () => {
  const visitor = await atPayment('/de')
  await visitor.submit('/de/checkout/payment', { provider: 'elsewhere' })
  expect([visitor.path, visitor.status]).toEqual(['/de/checkout/payment', 200])
  const written = TARGET.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  expect(visitor.html).toContain(`<meta http-equiv="refresh" content="0; url=${written}">`)
  expect(visitor.html).toContain(`<a class="button" href="${written}">Weiter zur Zahlung</a>`)
})

test('a provider whose customer pays with a script is not offered and not accepted', async () => {
  const visitor = await atPayment()
  expect(visitor.html).toContain('name="provider" value="test"')
  expect(visitor.html).not.toContain('value="scripted"')
  await visitor.submit('/checkout/payment', { provider: 'scripted' })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('Choose one')])
})

test('an unknown provider is refused and changes nothing', async () => {
  const visitor = await atProvider()
  await visitor.open('/checkout/payment')
  await visitor.submit('/checkout/payment', { provider: 'none' })
  expect(visitor.status).toBe(422)
})
