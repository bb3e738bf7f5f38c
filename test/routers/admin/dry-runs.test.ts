import { expect, test } from 'vitest'
import { createShopClient, dryRun, shopError } from '#client/index.ts'
import { dumpDatabase } from '#test/support/dump-shop.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import { useRemoteBank } from '#test/support/remote-bank.ts'
import type { Reply } from '#test/support/reply.ts'

const { shop, bank, placeOrderWithCard, paymentsOf, refundsOf, orders } = await useRemoteBank(useOrderShop, {
  otherProviders: ['manual'],
})
const { admin } = createShopClient({ url: shop.url, token: shop.token })
const headers = { 'x-dry-run': 'true' }

interface Preview {
  dry_run: true
  response: Record<string, unknown>
  changes: { table: string; action: string; ids: string[]; before: object; after: Record<string, unknown> }[]
  simulated_calls: { provider_id: string; call: string }[]
}

/** Sends a dry run and expects that no value of the database changes, also not of jobs, events and saved responses. */
async function preview(path: `/${string}`, body?: object, extra?: Record<string, string>): Promise<Preview> {
  const before = await dumpDatabase(shop.orm)
  const reply: Reply<object> = await shop.admin.post(path, body, { ...headers, ...extra })
  expect(reply.status, reply.text).toBe(200)
  expect(await dumpDatabase(shop.orm)).toBe(before)
  return JSON.parse(reply.text)
}

test('a dry run of a capture at a remote provider shows both transactions, and the provider is not called', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  const { response, changes, simulated_calls } = await preview(`/admin/orders/${order.id}/capture`)
  expect(response.order).toMatchObject({ id: order.id, payment_status: 'captured' })
  expect(changes).toEqual([
    expect.objectContaining({ table: 'payment', action: 'update', ids: [order.payments[0].id] }),
    expect.objectContaining({
      table: 'order',
      before: expect.objectContaining({ payment_status: 'awaiting' }),
      after: expect.objectContaining({ payment_status: 'captured' }),
    }),
  ])
  expect(simulated_calls).toEqual([{ provider_id: bank.id, call: 'capture' }])
  expect(paymentsOf(order)).toMatchObject([{ status: 'authorized' }])
})

test('the typed client returns the response and the changes of a dry run', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  await orders.act(order, 'capture')
  const refund = { id: order.id, amount: 500, reason: 'other' as const }
  const { dry_run, response, changes } = await dryRun(admin.orders.refund, refund)
  expect(dry_run).toBe(true)
  expect(response.order.refunds).toMatchObject([{ amount: 500, reason: 'other' }])
  expect(changes.map(({ table, action }) => `${action} ${table}`).toSorted()).toEqual([
    'create refund',
    'update order',
    'update payment',
  ])
  expect(refundsOf(order)).toEqual([])
  const { order: same } = await admin.orders.get.query({ id: order.id })
  expect(same.refunds).toEqual([])
})

test('a dry run fails like the operation, and leaves nothing', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  const refund = { id: order.id, amount: 500, reason: 'other' as const }
  const refusals = [dryRun(admin.orders.refund, refund), admin.orders.refund.mutate(refund)]
  const [preview, real] = await Promise.all(refusals.map((one) => one.then(() => undefined, shopError)))
  expect(preview?.httpStatus).toBe(400)
  expect(preview).toEqual(real)
})

test('a dry run of a cancellation shows the stock that would return', async () => {
  const variant = await shop.given.variant({ stock: 5 })
  const order = await shop.given.order({ lines: [[variant, 2]] })
  const { changes } = await preview(`/admin/orders/${order.id}/cancel`)
  expect(changes.filter(({ table }) => table === 'product_variant')).toMatchObject([
    { ids: [variant.id], before: { inventory_quantity: 3 }, after: { inventory_quantity: 5 } },
  ])
})

test('a dry run ignores an idempotency key, and the operation can use it afterwards', async () => {
  const key = { 'idempotency-key': 'console-1' }
  const body = { code: 'DRY', rule: { type: 'percentage', value: 5, allocation: 'total' }, regions: [] }
  const region = await shop.given.region()
  const input = { ...body, regions: [region.id] }
  expect((await preview('/admin/discounts', input, key)).response.discount).toMatchObject({ code: 'DRY' })
  const { discount } = await expectSuccess(shop.admin.post('/admin/discounts', input, key))
  expect((await expectSuccess(shop.admin.post('/admin/discounts', input, key))).discount.id).toBe(discount.id)
})

test('mutations with several transactions have a dry run', async () => {
  const customer = { email: 'dry@example.com', first_name: 'Dry', last_name: 'Run', password: 'correct horse' }
  const created = await preview('/admin/customers', customer)
  expect(created.response.customer).toMatchObject({ email: 'dry@example.com' })
  expect(created.changes).toMatchObject([{ table: 'customer', action: 'create' }])
  expect(JSON.stringify(created)).not.toContain('scrypt')
  expect(created.changes[0]?.after).toMatchObject({ password_hash: '[redacted]' })
  const user = { email: 'dry-user@example.com', password: 'correct horse', role: 'member' }
  expect((await preview('/admin/users', user)).changes).toMatchObject([{ table: 'user', action: 'create' }])
})

test('drafts, swaps and edits have a dry run', async () => {
  const draft = await shop.given.draftOrder()
  const paid = await preview(`/admin/draft-orders/${draft.id}/pay`)
  expect(paid.changes.map(({ table, action }) => `${action} ${table}`)).toEqual(
    expect.arrayContaining(['create order', 'create payment', 'update product_variant']),
  )
  const { order, swap } = await shop.given.swap('paid')
  const processed = await preview(`/admin/orders/${order.id}/swaps/${swap.id}/process-payment`)
  expect(processed.response.order).toMatchObject({ id: order.id })
  const { id } = await shop.given.orderEdit('requested')
  const confirmed = await preview(`/admin/order-edits/${id}/confirm`)
  expect(confirmed.response.order_edit).toMatchObject({ status: 'confirmed' })
})

test('a dry run with another value of the header changes nothing', async () => {
  const region = await shop.given.region()
  const before = await dumpDatabase(shop.orm)
  const reply = await shop.admin.post(`/admin/regions/${region.id}`, { name: 'Other' }, { 'x-dry-run': '1' })
  expect(reply).toMatchObject({ status: 400, body: { message: 'The header x-dry-run must be true or false' } })
  expect(await dumpDatabase(shop.orm)).toBe(before)
  const real = await shop.admin.post(`/admin/regions/${region.id}`, { name: 'Other' }, { 'x-dry-run': 'false' })
  expect(real.body.region.name).toBe('Other')
})

test('an API key has dry runs of the operations in its scopes', async () => {
  const { secret } = await admin.apiKeys.create.mutate({ name: 'Support', scopes: ['customers.*'] })
  const support = shop.as({ authorization: `Bearer ${secret}`, ...headers })
  const body = { email: 'key@example.com', first_name: 'K', last_name: 'K', password: 'correct horse' }
  expect((await support.post('/admin/customers', body)).status).toBe(200)
  expect((await support.post('/admin/regions', {})).status).toBe(403)
})
