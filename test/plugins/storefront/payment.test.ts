import { afterAll, expect, test } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront, testPayment } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({
  plugins: [storefront({ country: 'de' }), testPayment],
  demo: true,
  config: { production: false },
})
afterAll(() => shop[Symbol.asyncDispose]())

const { regions } = (await shop.get('/store/regions')).body
await shop.orm.em.fork().upsertMany(PaymentProvider, [{ id: 'test' }], { onConflictAction: 'ignore' })
for (const { id } of regions)
  await expectSuccess(shop.admin.post(`/admin/regions/${id}`, { payment_providers: ['test', 'manual'] }))

const address = {
  ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', address_1: 'Unter den Linden 1' },
  ...{ postal_code: '10117', city: 'Berlin', country_code: 'de' },
}

async function atProvider(prefix = ''): Promise<Visitor> {
  const visitor = await new Visitor(shop.url).open(`${prefix}/products/stoneware-mug`)
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit(`${prefix}/cart/lines`, { [name]: value })
  await visitor.open(`${prefix}/checkout`)
  await visitor.submit(`${prefix}/checkout`, address)
  await visitor.submit(`${prefix}/checkout/delivery`)
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

test('an unknown provider is refused and changes nothing', async () => {
  const visitor = await atProvider()
  await visitor.open('/checkout/payment')
  await visitor.submit('/checkout/payment', { provider: 'none' })
  expect(visitor.status).toBe(422)
})
