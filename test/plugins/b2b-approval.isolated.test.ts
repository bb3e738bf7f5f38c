import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { defineShop } from '#server/shop/define-shop.ts'
import { definePlugin } from '#server/shop/plugin.ts'
import { promises } from '#server/testing/index.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { b2bApproval } from '../../plugins/b2b-approval/index.ts'

const sent: [name: string, to: string][] = []
const mail = definePlugin({
  name: 'mail',
  provides: {
    notification: [
      {
        id: 'mail',
        events: ['b2b-approval.requested', 'b2b-approval.decided'],
        async send({ event_name, to }) {
          sent.push([event_name, to])
        },
      },
    ],
  },
})
const definition = defineShop({ plugins: [b2bApproval, mail] })

let shop: TestShop
let region: Awaited<ReturnType<TestShop['given']['region']>>
let option: Awaited<ReturnType<TestShop['given']['freeShippingOption']>>
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins, env: { B2B_APPROVER_EMAIL: 'boss@example.com' } })
  region = await shop.given.region()
  option = await shop.given.freeShippingOption(region)
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientWith = (headers: Record<string, string>) => createShopClient<typeof definition>({ url: shop.url, headers })
const admin = () => clientWith({ authorization: `Bearer ${shop.token}` }).admin
const decide = (id: string, status: 'approved' | 'rejected' = 'approved') =>
  admin().b2bApproval.decide.mutate({ id, status })

/** A customer with a limit, and a cart of this customer that is ready for its completion. */
async function givenCart(approval_limit: number | null = 100) {
  const customer = await shop.given.customer()
  await admin().customers.update.mutate({ id: customer.id, approval_limit })
  const { id } = await shop.given.payableCart({ by: customer, email: customer.email, region, option })
  const { store } = clientWith(customer.headers)
  const request = async () => (await store.b2bApproval.request.mutate({ cart_id: id })).approval
  const changeQuantity = async () => {
    const { cart } = await store.carts.get.query({ id })
    const [line] = cart.items
    await store.carts.updateLineItem.mutate({ id, line_id: `${line?.id}`, quantity: (line?.quantity ?? 0) + 1 })
  }
  return {
    id,
    email: customer.email,
    store,
    request,
    changeQuantity,
    complete: () => shop.as(customer.headers).post(`/store/carts/${id}/complete`),
  }
}

const REFUSAL = 'An order of this size needs an approval. Request the approval of this cart.'

test('a cart above the limit of its customer needs an approval, which both parties hear of', async () => {
  const cart = await givenCart()
  const refused = await cart.complete()
  expect([refused.status, refused.body]).toMatchObject([400, { message: REFUSAL }])
  const approval = await cart.request()
  expect(approval).toMatchObject({ cart_id: cart.id, status: 'pending', total: expect.any(Number) })
  expect((await cart.request()).id).toBe(approval.id)
  expect((await cart.complete()).status).toBe(400)
  expect((await decide(approval.id)).approval.status).toBe('approved')
  expect((await cart.store.b2bApproval.list.query()).approvals).toMatchObject([{ id: approval.id, status: 'approved' }])
  expect((await cart.complete()).body).toMatchObject({ type: 'order' })
  await shop.runJobs()
  expect(sent).toEqual([
    ['b2b-approval.requested', 'boss@example.com'],
    ['b2b-approval.decided', cart.email],
  ])
  const { audit_log } = await admin().auditLog.list.query({ resource_id: approval.id })
  expect(audit_log).toMatchObject([{ procedure: 'admin.b2bApproval.decide' }])
})

test.each([
  ['without a limit', null],
  ['below the limit', 10_000_000],
])('a cart %s needs no approval', async (_, limit) => {
  const cart = await givenCart(limit)
  await expect(cart.request()).rejects.toThrow('The cart needs no approval')
  expect((await cart.complete()).body).toMatchObject({ type: 'order' })
})

test('a rejected cart, and a cart that changed after its approval, cannot be completed', async () => {
  const cart = await givenCart()
  const approval = await cart.request()
  await decide(approval.id, 'rejected')
  await expect(decide(approval.id)).rejects.toThrow('The approval is already rejected')
  expect((await cart.request()).status).toBe('rejected')
  expect((await cart.complete()).status).toBe(400)
  await cart.changeQuantity()
  await decide((await cart.request()).id)
  await cart.changeQuantity()
  const refused = await cart.complete()
  expect(refused.body).toMatchObject({ message: REFUSAL })
  const { approvals } = await admin().b2bApproval.list.query({ status: 'rejected', order: 'created_at' })
  expect(approvals.map(({ id }) => id)).toContain(approval.id)
})

test('a new request replaces the pending request for another content', async () => {
  const cart = await givenCart()
  const first = await cart.request()
  await cart.changeQuantity()
  const second = await cart.request()
  await expect(decide(first.id)).rejects.toThrow('was not found')
  expect((await decide(second.id)).approval.total).toBeGreaterThan(first.total)
})

test('only the customer of a cart requests its approval', async () => {
  const [cart, other] = [await givenCart(), await givenCart()]
  await expect(other.store.b2bApproval.request.mutate({ cart_id: cart.id })).rejects.toThrow('was not found')
  await expect(clientWith({}).store.b2bApproval.request.mutate({ cart_id: cart.id })).rejects.toThrow('Unauthorized')
  expect((await other.store.b2bApproval.list.query()).count).toBe(0)
})

test('concurrent requests create one approval, and concurrent decisions have one result', async () => {
  const cart = await givenCart()
  const approvals = await Promise.all(Array.from({ length: 4 }, cart.request))
  const [id = ''] = new Set(approvals.map((approval) => approval.id))
  expect(new Set(approvals.map((approval) => approval.id)).size).toBe(1)
  const decisions = await Promise.allSettled([decide(id), decide(id, 'rejected'), decide(id), decide(id, 'rejected')])
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an order has the approved content, also if its cart changes at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const cart = await givenCart()
    const approval = await cart.request()
    await decide(approval.id)
    const [completed] = await Promise.all([cart.complete(), cart.changeQuantity().catch(() => {})])
    const { orders } = await admin().orders.list.query({ cart_id: cart.id, expand: 'items' })
    expect(orders).toHaveLength(completed.status === 200 ? 1 : 0)
    if (completed.status === 200)
      expect(completed.body).toMatchObject({ type: 'order', data: { total: approval.total } })
    else expect(completed.status).toBeLessThan(500)
  }
})

const kept = promises(definition, 'b2b-approval', {
  async prepare(testShop, { customer, otherCustomer }) {
    for (const { customer_id: id } of [customer, otherCustomer])
      await testShop.admin.customers.update.mutate({ id, approval_limit: 100 })
  },
})
for (const { name, check } of kept) test(name, check, 60_000)
