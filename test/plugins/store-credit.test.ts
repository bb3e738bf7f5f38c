import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineShop } from '#server/process/define-shop.ts'
import { promises } from '#server/testing/index.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { orderActions } from '#test/support/order-actions.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { storeCreditPlugin } from '../../plugins/store-credit/index.ts'

const definition = defineShop({ plugins: [storeCreditPlugin] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins })
})
afterAll(() => shop[Symbol.asyncDispose]())

const orders = orderActions(() => shop)

async function givenCredit(amount: number) {
  const customer = await shop.given.customer()
  const { balance } = await expectSuccess(
    shop.admin.post('/admin/balances', {
      ...{ customer_id: customer.id, kind: 'store-credit', currency_code: 'eur', amount, note: 'Late delivery' },
    }),
  )
  const read = async () => (await expectSuccess(customer.get('/store/customers/me/balances'))).balances[0]?.balance
  return { customer, balance, read }
}

test('store credit pays after tax, covers shipping, and gets refunds first', async () => {
  const { customer, read } = await givenCredit(600)
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.payableCart({ region, option, by: customer, email: customer.email })
  const before = { total: cart.total, tax_total: cart.tax_total }
  await expectSuccess(customer.post(`/store/carts/${cart.id}/tenders`, { tenders: [{ kind: 'store-credit' }] }))
  const order = await expectOrder(customer.post(`/store/carts/${cart.id}/complete`))
  expect(order).toMatchObject({ ...before, paid_total: 1800, payments: [{ amount: 1200 }, { amount: 600 }] })
  expect(await read()).toBe(0)
  await orders.act(order, 'capture')
  await orders.act(order, 'refund', { amount: 700, reason: 'return' })
  expect(await read()).toBe(600)
})

test('a guest order is refunded only to its payment, and that of an account into store credit', async () => {
  const { customer, read } = await givenCredit(5)
  const region = await shop.given.region()
  const order = await shop.given.order({ region, by: customer, email: customer.email })
  await orders.act(order, 'capture')
  await orders.act(order, 'refund', { amount: 1200, reason: 'return', balance: 'store-credit' })
  expect(await read()).toBe(1205)
  await expectErrorMessage(
    orders.send(order, 'refund', { amount: 1, reason: 'return' }),
    400,
    'Cannot refund more than the original order amount',
  )
})

test('a grant is announced with its change, and a deduction is not', async () => {
  const { customer } = await givenCredit(1500)
  const { id: customer_id } = customer
  const owner = { customer_id, kind: 'store-credit', currency_code: 'eur' }
  await expectSuccess(shop.admin.post('/admin/balances', { ...owner, amount: -500, note: 'Error' }))
  await expectErrorMessage(
    shop.admin.post('/admin/balances', { ...owner, amount: -5000, note: 'Error' }),
    400,
    'The balance does not cover the deduction',
  )
  const events = await shop.orm.em
    .fork()
    .execute<{ payload: object }[]>(
      `select payload from event where name = 'store-credit.granted' and payload ->> 'customer_id' = ?`,
      [customer_id],
    )
  expect(events).toMatchObject([{ payload: { amount: 1500, currency_code: 'eur' } }])
})

for (const { name, check } of promises(definition, 'store-credit')) test(name, check)
