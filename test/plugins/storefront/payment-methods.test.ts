import { definePlugin, type PaymentProvider, Unavailable } from 'cartwright'
import { expect, test } from 'vitest'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'
import { testProvider } from '../../../plugins/storefront/test-payment/provider.ts'

let isDown = false
const removed: string[] = []

const vault = definePlugin({
  name: 'vault',
  provides: {
    payment: [
      {
        ...{ ...testProvider, id: 'vault' },
        async deleteSavedMethod(_, id) {
          if (isDown) throw new Unavailable(undefined)
          removed.push(id)
        },
        async savedMethods() {
          if (isDown) throw new Unavailable(undefined)
          return [
            { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2031 } },
            { id: 'pm_2', brand: '<script>', last4: '"0000' },
            { id: 'pm_3', iban: 'DE00' },
          ].filter(({ id }) => !removed.includes(id))
        },
      } satisfies PaymentProvider,
    ],
  },
})

test('a customer sees the payment methods of the providers, also if their data is unusual', async () => {
  await using shop = await openTestShop({ plugins: [storefront({ country: 'de' }), vault], demo: true })
  const visitor = new Visitor(shop.url)
  await visitor.open('/account/payment-methods')
  expect(visitor.path).toBe('/account/login?back=%2Faccount%2Fpayment-methods')
  const account = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', password: 'correct horse' }
  await visitor.open('/account/register')
  await visitor.submit('/account/register', account)
  expect(visitor.html).toContain('href="/account/payment-methods"')
  await visitor.open('/account/payment-methods')
  expect(visitor.text).toContain('VISA •••• 4242 until 03/2031')
  expect(visitor.html).toContain('&lt;SCRIPT&gt; •••• &quot;0000')
  expect(visitor.text).toContain('vault')
  expect(visitor.html).not.toContain('DE00')
  await visitor.submit('/account/payment-methods', { method: 'pm_1' })
  expect([visitor.path, removed]).toEqual(['/account/payment-methods', ['pm_1']])
  expect(visitor.text).not.toContain('4242')
  for (const method of ['pm_1', 'pm_of_another']) await visitor.submit('/account/payment-methods', { method })
  expect([visitor.status, removed]).toEqual([200, ['pm_1']])
  isDown = true
  await visitor.submit('/account/payment-methods', { method: 'pm_2' })
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('The shop is busy')])
  await visitor.open('/account/payment-methods')
  expect([visitor.status, visitor.text]).toEqual([200, expect.stringContaining('The shop is busy')])
})
