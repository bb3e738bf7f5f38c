import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { inTransaction } from '#database/transaction.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { defineShop } from '#server/shop/define-shop.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { loyalty } from '../../plugins/loyalty/index.ts'

const definition = defineShop({ plugins: [loyalty] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins, env: { LOYALTY_AMOUNT_PER_POINT: '50' } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientWith = (headers: Record<string, string>) => createShopClient<typeof definition>({ url: shop.url, headers })
const admin = () => clientWith({ authorization: `Bearer ${shop.token}` }).admin

/** A customer with an order of 1200: 1000 with 20 % tax. */
async function givenOrder() {
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const customer = await shop.given.customer()
  const order = await shop.given.order({ region, option, by: customer, email: customer.email })
  return { order, customer_id: customer.id, points: clientWith(customer.headers).store.loyalty }
}

const announceAgain = (name: 'order.placed' | 'order.canceled', id: string) =>
  inTransaction(shop.orm.em.fork(), (em) => announce(em, name, { id }))

test('an order gives points once, also if the event arrives twice', async () => {
  const { order, customer_id, points } = await givenOrder()
  await announceAgain('order.placed', order.id)
  await shop.runJobs()
  expect(await points.balance.query()).toEqual({ balance: 24 })
  expect(await admin().loyalty.balance.query({ customer_id })).toEqual({ balance: 24 })
  expect((await points.list.query()).entries).toMatchObject([{ order_id: order.id, kind: 'earned', points: 24 }])
})

test('a canceled order reverses its points once', async () => {
  const { order, customer_id, points } = await givenOrder()
  await shop.runJobs()
  await shop.admin.post(`/admin/orders/${order.id}/cancel`)
  await announceAgain('order.canceled', order.id)
  await shop.runJobs()
  await announceAgain('order.placed', order.id)
  await shop.runJobs()
  expect(await points.balance.query()).toEqual({ balance: 0 })
  const { entries } = await admin().loyalty.list.query({ customer_id, order: 'points', expand: 'order' })
  expect(entries.map(({ kind, points }) => [kind, points])).toEqual([
    ['reversed', -24],
    ['earned', 24],
  ])
  expect(entries[0]?.order?.total).toBe(1200)
})

test('an order gives no points if it was canceled before the events arrive', async () => {
  const { order, points } = await givenOrder()
  await shop.admin.post(`/admin/orders/${order.id}/cancel`)
  await shop.runJobs()
  expect((await points.list.query()).count).toBe(0)
})

test('an administrator adjusts points, and the audit log shows the entry', async () => {
  const { id: customer_id, headers } = await shop.given.customer()
  const { adjust } = admin().loyalty
  expect(await adjust.mutate({ customer_id, points: 10, reason: 'Late delivery' })).toEqual({ balance: 10 })
  await expect(adjust.mutate({ customer_id, points: -11, reason: 'Error' })).rejects.toThrow('only 10 points')
  await expect(adjust.mutate({ customer_id: 'cus_none', points: 1, reason: 'Gift' })).rejects.toThrow('was not found')
  const { entries } = await clientWith(headers).store.loyalty.list.query()
  const { audit_log } = await admin().auditLog.list.query({ resource_id: entries[0]?.id, expand: '' })
  expect(audit_log).toMatchObject([
    { procedure: 'admin.loyalty.adjust', changes: [{ table: 'points_entry', after: { points: 10 } }] },
  ])
})

test('a guest has no points', async () => {
  await expect(clientWith({}).store.loyalty.balance.query()).rejects.toThrow('Unauthorized')
})
