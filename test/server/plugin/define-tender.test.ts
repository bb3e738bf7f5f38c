import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#database/transaction.ts'
import { NotAllowed } from '#entities/errors.ts'
import { defineTender } from '#server/plugin/define-tender.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const stars = defineTender({ kind: 'stars', label: 'Stars', refund: 'last', worth: 1 })
let refusal: string | undefined

/** Each order gives ten stars. */
const plugin = definePlugin({
  name: 'stars',
  tenders: [stars],
  effects: {
    async 'cart.complete'({ em, order }) {
      if (order) await stars.add(em, { customer_id: order.customer_id, amount: 10, order_id: order.id })
      if (refusal) throw new NotAllowed(refusal)
    },
    async 'order.cancel'({ em, order }) {
      await stars.add(em, { customer_id: order.customer_id as string, amount: -10, order_id: order.id as string })
    },
  },
})

const shop = await openTestShop({ plugins: [plugin] })
afterAll(() => shop[Symbol.asyncDispose]())
const region = await shop.given.region()

const placeOrder = async () => {
  const customer = await shop.given.customer()
  const cart = await shop.given.payableCart({ region, by: customer, email: customer.email })
  return { customer, complete: () => customer.post(`/store/carts/${cart.id}/complete`) }
}

const balanceOf = (customer: { id: string }) => stars.balanceOf(shop.orm.em.fork(), { customer_id: customer.id })

test('an effect adds to a balance in the transaction of its step', async () => {
  const { customer, complete } = await placeOrder()
  refusal = 'Not today'
  expect((await complete()).status).toBe(400)
  expect(await balanceOf(customer)).toBe(0)
  refusal = undefined
  const order = await expectOrder(complete())
  expect(await balanceOf(customer)).toBe(10)
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  expect(await balanceOf(customer)).toBe(0)
})

test('entries that are added at the same time keep the sum, and may go below 0', async () => {
  const { id: customer_id } = await shop.given.customer()
  const add = (amount: number) =>
    inTransaction(shop.orm.em.fork(), (em) => stars.add(em, { customer_id, amount, note: 'Test' }))
  await Promise.all([5, -20, 3, 0, 7, -1].map(add))
  expect(await balanceOf({ id: customer_id })).toBe(-6)
})

test('invalid entries are refused', async () => {
  const { id: customer_id } = await shop.given.customer()
  const em = shop.orm.em.fork()
  await expect(stars.add(em, { customer_id, amount: 1 })).rejects.toThrow('was called outside of a transaction')
  const add = (entry: { customer_id: string; amount: number; currency_code?: string }) =>
    inTransaction(shop.orm.em.fork(), (tx) => stars.add(tx, entry))
  for (const amount of [0.5, Number.NaN, 1e15]) await expect(add({ customer_id, amount })).rejects.toThrow(RangeError)
  await expect(add({ customer_id: 'cus_none', amount: 1 })).rejects.toThrow('was not found')
  await expect(add({ customer_id, amount: 1, currency_code: 'eur' })).rejects.toThrow('have no currency')
  expect(await balanceOf({ id: customer_id })).toBe(0)
})
