import { definePlugin } from 'cartwright'
import { afterAll, expect, test } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront, testPayment } from '../../../plugins/storefront/index.ts'
import { testProvider } from '../../../plugins/storefront/test-payment/provider.ts'
import { stripe } from '../../../plugins/stripe/index.ts'

const TARGET = 'https://pay.example/session?a=1&b="2"'
const elsewhere = definePlugin({
  name: 'elsewhere',
  cartwright: '^0.1.0',
  provides: () => ({
    payment: [
      {
        ...testProvider,
        id: 'elsewhere',
        initiate: async () => ({ data: { redirect_url: TARGET } }),
        authorize: async (data) => ({ status: 'requires_more', data }),
      },
    ],
  }),
})

const shop = await openTestShop({
  plugins: [storefront({ country: 'de' }), testPayment, stripe, elsewhere],
  demo: true,
  env: { STRIPE_API_KEY: 'sk_test_1' },
  config: { production: false },
})
afterAll(() => shop[Symbol.asyncDispose]())

const { regions } = (await shop.get('/store/regions')).body
await shop.orm.em.fork().upsertMany(
  PaymentProvider,
  ['test', 'stripe', 'elsewhere'].map((id) => ({ id })),
  { onConflictAction: 'ignore' },
)
const payment_providers = ['test', 'manual', 'stripe', 'elsewhere']
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

const pay = (visitor: Visitor, outcome: string) => visitor.submit(visitor.path.split('?')[0] ?? '', { outcome })

test('a customer pays on the page of the provider and comes back with an order', async () => {
  const visitor = await atProvider()
  await pay(visitor, 'paid')
  expect(visitor.path).toMatch(/^\/orders\/order_\w+\?thanks$/)
})

test('a bank asks a second time', async () => {
  const visitor = await atProvider('/de')
  await pay(visitor, 'secure')
  expect(visitor.text).toContain('Your bank asks')
  await pay(visitor, 'paid')
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

test('a return without a payment leads to the provider again, and without a cart to the cart', async () => {
  const visitor = await atProvider()
  await visitor.open('/checkout/return')
  await visitor.submit('/checkout/return')
  expect(visitor.path).toMatch(/^\/dev\/pay\/cart_/)
  expect((await new Visitor(shop.url).open('/checkout/return')).path).toBe('/cart')
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
  expect(visitor.html).not.toContain('value="stripe"')
  await visitor.submit('/checkout/payment', { provider: 'stripe' })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('Choose one')])
})

test('an unknown provider is refused and changes nothing', async () => {
  const visitor = await atProvider()
  await visitor.open('/checkout/payment')
  await visitor.submit('/checkout/payment', { provider: 'none' })
  expect(visitor.status).toBe(422)
})
