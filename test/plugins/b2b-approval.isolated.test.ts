import { afterAll, beforeAll, expect, test } from 'vitest'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop, promises, race, type TestShop } from '#server/testing/index.ts'
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

let shop: TestShop<typeof definition>
beforeAll(async () => {
  shop = await openTestShop(definition, { env: { B2B_APPROVER_EMAIL: 'boss@example.com' } })
})
afterAll(() => shop.close())

const decide = (id: string, status: 'approved' | 'rejected' = 'approved') =>
  shop.admin.b2bApproval.decide.mutate({ id, status })

/** A customer with a limit, and a cart of this customer that is ready for its completion. */
async function givenCart(approval_limit: number | null = 100) {
  const customer = await shop.addCustomer()
  await shop.admin.customers.update.mutate({ id: customer.id, approval_limit })
  const { id, store, complete } = await shop.addCart({ customer })
  const request = async () => (await store.b2bApproval.request.mutate({ cart_id: id })).approval
  const changeQuantity = async () => {
    const { cart } = await store.carts.get.query({ id })
    const [line] = cart.items
    await store.carts.updateLineItem.mutate({ id, line_id: `${line?.id}`, quantity: (line?.quantity ?? 0) + 1 })
  }
  return { id, email: customer.email, store, request, changeQuantity, complete }
}

const REFUSAL = 'An order of this size needs an approval. Request the approval of this cart.'

test('a cart above the limit of its customer needs an approval, which both parties hear of', async () => {
  const cart = await givenCart()
  await expect(cart.complete()).rejects.toThrow(REFUSAL)
  const approval = await cart.request()
  expect(approval).toMatchObject({ cart_id: cart.id, status: 'pending', total: expect.any(Number) })
  expect((await cart.request()).id).toBe(approval.id)
  await expect(cart.complete()).rejects.toThrow(REFUSAL)
  expect((await decide(approval.id)).approval.status).toBe('approved')
  expect((await cart.store.b2bApproval.list.query()).approvals).toMatchObject([{ id: approval.id, status: 'approved' }])
  expect((await cart.complete()).order.cart_id).toBe(cart.id)
  await shop.runJobs()
  expect(sent).toEqual([
    ['b2b-approval.requested', 'boss@example.com'],
    ['b2b-approval.decided', cart.email],
  ])
  const { audit_log } = await shop.admin.auditLog.list.query({ resource_id: approval.id })
  expect(audit_log).toMatchObject([{ procedure: 'admin.b2bApproval.decide' }])
})

test.each([
  ['without a limit', null],
  ['below the limit', 10_000_000],
])('a cart %s needs no approval', async (_, limit) => {
  const cart = await givenCart(limit)
  await expect(cart.request()).rejects.toThrow('The cart needs no approval')
  expect((await cart.complete()).order.cart_id).toBe(cart.id)
})

test('a rejected cart, and a cart that changed after its approval, cannot be completed', async () => {
  const cart = await givenCart()
  const approval = await cart.request()
  await decide(approval.id, 'rejected')
  await expect(decide(approval.id)).rejects.toThrow('The approval is already rejected')
  expect((await cart.request()).status).toBe('rejected')
  await expect(cart.complete()).rejects.toThrow(REFUSAL)
  await cart.changeQuantity()
  await decide((await cart.request()).id)
  await cart.changeQuantity()
  await expect(cart.complete()).rejects.toThrow(REFUSAL)
  const { approvals } = await shop.admin.b2bApproval.list.query({ status: 'rejected', order: 'created_at' })
  expect(approvals.map(({ id }) => id)).toContain(approval.id)
})

test('a cart keeps the limit of its customer without a login and with another e-mail address', async () => {
  const cart = await givenCart()
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${shop.url}/store/carts/${cart.id}${path}`, init)).status
  }
  expect(await post('', { email: 'anyone@example.com' })).toBe(400)
  expect(await post('', { email: cart.email.toUpperCase() })).toBe(400)
  expect(await post('/complete', {})).toBe(400)
  expect(await shop.admin.orders.list.query({ cart_id: cart.id })).toMatchObject({ count: 0 })
  await decide((await cart.request()).id)
  expect(await post('/complete', {})).toBe(200)
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
  await expect(shop.store.b2bApproval.request.mutate({ cart_id: cart.id })).rejects.toThrow('Unauthorized')
  expect((await other.store.b2bApproval.list.query()).count).toBe(0)
})

test('concurrent requests create one approval, and concurrent decisions have one result', async () => {
  const cart = await givenCart()
  const requests = await race(4, cart.request)
  const [id = '', ...others] = new Set(requests.results.map((approval) => approval.id))
  expect(others).toEqual([])
  const decisions = await race(4, (i) => decide(id, i % 2 === 0 ? 'approved' : 'rejected'))
  expect(decisions.results).toHaveLength(1)
})

test('an order has the approved content, also if its cart changes at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const cart = await givenCart()
    const approval = await cart.request()
    await decide(approval.id)
    const completed = race(1, cart.complete)
    await race(1, cart.changeQuantity)
    const { results } = await completed
    const { orders } = await shop.admin.orders.list.query({ cart_id: cart.id, expand: 'items' })
    expect(orders.map(({ total }) => total)).toEqual(results.map(() => approval.total))
  }
})

const kept = promises(definition, 'b2b-approval', {
  async addCart(testShop, order) {
    await testShop.admin.customers.update.mutate({ id: order.customer.id, approval_limit: null })
    return testShop.addCart(order)
  },
  async prepare(testShop, { customer, otherCustomer }) {
    for (const { customer_id: id } of [customer, otherCustomer])
      await testShop.admin.customers.update.mutate({ id, approval_limit: 100 })
  },
})
for (const { name, check } of kept) test(name, check)
