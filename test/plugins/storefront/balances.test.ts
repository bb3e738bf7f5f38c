import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storeCreditPlugin } from '../../../plugins/store-credit/index.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' }), storeCreditPlugin], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

let serial = 0

async function fillCart(visitor: Visitor): Promise<void> {
  await visitor.open('/products/stoneware-mug')
  const [, name = '', value = ''] = /name="(option\[[^"]+\])" value="(\w+)"/.exec(visitor.html) ?? []
  await visitor.submit('/cart/lines', { [name]: value })
}

async function toPayment(visitor: Visitor, email: string): Promise<void> {
  await fillCart(visitor)
  await visitor.open('/checkout')
  const person = { first_name: 'Ada', last_name: 'Byron', email }
  await visitor.submit('/checkout', { ...person, address_1: 'Weg 1', postal_code: '10117', city: 'Berlin' })
  await visitor.submit('/checkout/delivery')
  expect(visitor.path).toBe('/checkout/payment')
}

/** A customer in the last step of the checkout. The total is €32.28. */
async function customerWith(amount: number) {
  const visitor = new Visitor(shop.url)
  const email = `ada${++serial}@example.com`
  await visitor.open('/account/register')
  await visitor.submit('/account/register', { first_name: 'Ada', last_name: 'Byron', email, password: 'correct horse' })
  const { customers } = await expectSuccess(shop.admin.get(`/admin/customers?q=${email}`))
  const adjust = (change: number) =>
    expectSuccess(
      shop.admin.post('/admin/balances', {
        ...{ customer_id: customers[0].id, kind: 'store-credit', currency_code: 'eur', amount: change, note: 'x' },
      }),
    )
  await adjust(amount)
  await toPayment(visitor, email)
  return { visitor, email, adjust }
}

test('the account names a balance as its plugin does', async () => {
  const { visitor } = await customerWith(1000)
  expect((await visitor.open('/account')).text).toContain('Store credit €10.00')
  expect((await visitor.open('/de/account')).text).toContain('Guthaben 10,00')
})

test('a customer sees the store credit, and it pays a part of the order', async () => {
  const { visitor } = await customerWith(1000)
  expect(visitor.text).toContain('Store credit €10.00')
  expect(visitor.text).toContain('Order and pay · €32.28')
  await visitor.submit('/checkout/balances', { balance: 'store-credit' })
  expect(visitor.path).toBe('/checkout/payment')
  expect(visitor.text).toContain('Order and pay · €22.28')
  await visitor.submit('/checkout/payment', { provider: 'manual' })
  expect(visitor.path).toMatch(/^\/orders\/order_/)
  await visitor.open('/account')
  expect(visitor.text).not.toContain('Your credit')
})

test('a credit that covers the order needs no provider, and can be left out again', async () => {
  const { visitor } = await customerWith(5000)
  await visitor.submit('/checkout/balances', { balance: 'store-credit' })
  expect(visitor.text).toContain('Your credit covers the order.')
  expect(visitor.html).not.toContain('name="provider"')
  await visitor.open('/checkout/balances', { method: 'POST', body: '', headers: { origin: shop.url } })
  expect(visitor.text).toContain('Order and pay · €32.28')
  await visitor.submit('/checkout/balances', { balance: 'store-credit' })
  await visitor.submit('/checkout/payment')
  expect(visitor.path).toMatch(/^\/orders\/order_/)
  await visitor.open('/account')
  expect(visitor.text).toMatch(/Your credit Store credit €17.72/)
  await visitor.open('/de/account')
  expect(visitor.text).toContain('Ihr Guthaben Guthaben 17,72')
})

test('a credit that became smaller is shown again before the order', async () => {
  const { visitor, adjust } = await customerWith(5000)
  await visitor.submit('/checkout/balances', { balance: 'store-credit' })
  await adjust(-4000)
  await visitor.submit('/checkout/payment')
  expect(visitor.status).toBe(422)
  expect(visitor.text).toContain('Order and pay · €22.28')
  await visitor.submit('/checkout/payment', { provider: 'manual' })
  expect(visitor.path).toMatch(/^\/orders\/order_/)
})

test('a guest and a customer without credit see none', async () => {
  const guest = new Visitor(shop.url)
  await toPayment(guest, 'guest@example.com')
  expect(guest.html).not.toContain('/checkout/balances')
  await guest.open('/checkout/balances', { method: 'POST', body: 'balance=store-credit', headers: post(shop.url) })
  expect(guest.path).toBe('/account/login?back=%2Fcheckout%2Fpayment')
})

const post = (origin: string) => ({ origin, 'content-type': 'application/x-www-form-urlencoded' })

test.each([
  ['balance=nothing', 422],
  ['balance=store-credit&balance=store-credit', 422],
  [`balance=${'x'.repeat(200)}`, 400],
  [Array.from({ length: 30 }, (_, i) => `balance=${i}`).join('&'), 400],
  ['balance[a][b]=c', 400],
])('%s is refused with a page', async (body, status) => {
  const { visitor } = await customerWith(1000)
  await visitor.open('/checkout/balances', { method: 'POST', body, headers: post(shop.url) })
  expect(visitor.status).toBe(status)
  expect(visitor.html).toMatch(/^<!doctype html>/)
  await visitor.open('/checkout/payment')
  expect(visitor.text).toContain('Order and pay · €32.28')
})

test('another site cannot spend a credit', async () => {
  const { visitor } = await customerWith(1000)
  const headers = post('https://elsewhere.example')
  await visitor.open('/checkout/balances', { method: 'POST', body: 'balance=store-credit', headers })
  expect(visitor.status).toBe(403)
})

test('the account of a shop whose providers store no methods has no list of them', async () => {
  const { visitor } = await customerWith(1000)
  await visitor.open('/account')
  expect(visitor.html).not.toContain('/account/payment-methods')
  await visitor.open('/account/payment-methods')
  expect(visitor.text).toContain('No payment method is saved.')
})
