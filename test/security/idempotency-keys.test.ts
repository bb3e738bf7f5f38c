import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { useOrderShop } from '#test/support/order-shop.ts'

/* An idempotency key can replay a response, and an order id is enough to read the returns of the order. */

const { shop, region, option, orders } = await useOrderShop()

test('no return, swap or claim shows the idempotency key of its request', async () => {
  const lines = [[await shop.given.variant(), 5]] as const
  const order = await shop.given.order({ region, option, lines })
  await orders.act(order, 'capture')
  const fulfilled = await orders.fulfillFirstLine(order)
  await orders.act(order, 'shipment', { fulfillment_id: fulfilled.fulfillments[0].id })
  const order_id = order.id
  const items = firstLineQuantity(order, 1)
  const claim_items = items.map((item) => ({ ...item, reason: 'missing_item' }))
  const swap = { return_items: items, additional_items: [] }
  const replies = [
    await shop.post('/store/returns', { order_id, items }, { 'idempotency-key': 'SECRET-1' }),
    await shop.post('/store/swaps', { order_id, ...swap }, { 'idempotency-key': 'SECRET-2' }),
    await shop.admin.post(`/admin/orders/${order_id}/return`, { items }, { 'idempotency-key': 'SECRET-3' }),
    await shop.admin.post(`/admin/orders/${order_id}/swaps`, swap, { 'idempotency-key': 'SECRET-4' }),
    await shop.admin.post(
      `/admin/orders/${order_id}/claims`,
      { type: 'refund', claim_items },
      { 'idempotency-key': 'SECRET-5' },
    ),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const { order: changedOrder } = await expectSuccess(shop.admin.get(`/admin/orders/${order_id}`))
  const read = [
    changedOrder,
    await expectSuccess(shop.get(`/store/orders/${order_id}?expand=returns,swaps,claims`)),
    await expectSuccess(shop.admin.get('/admin/returns')),
    await expectSuccess(shop.admin.get('/admin/swaps')),
  ]
  expect(JSON.stringify([replies.map(({ body }) => body), read])).not.toContain('SECRET')
  expect(changedOrder).toMatchObject({ returns: [{}, {}], swaps: [{}, {}], claims: [{}] })
  for (const made of [...changedOrder.returns, ...changedOrder.swaps, ...changedOrder.claims])
    expect(made.idempotency_key).toBeNull()
})
