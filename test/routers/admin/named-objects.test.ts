import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'

const shop = await openTestShop()
afterAll(() => shop[Symbol.asyncDispose]())

const entryOf = async (resource_id: string) =>
  (await expectSuccess(shop.admin.get(`/admin/audit-log?resource_id=${resource_id}&limit=1`))).audit_log[0]
const eventOf = async (name: string) =>
  (await expectSuccess(shop.admin.get(`/admin/events?name=${name}&limit=1`))).events[0]

test('entries and events name rows that belong to an order by its number', async () => {
  const order = await shop.given.order()
  const { order: captured } = await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
  const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
  const name = `#${order.display_id}`
  expect((await entryOf(order.id)).objects).toContainEqual({ id: order.id, resource: 'orders', name, owner_id: null })
  expect((await entryOf(order_edit.id)).objects).toContainEqual({
    id: order_edit.id,
    resource: 'orderEdits',
    name,
    owner_id: order.id,
  })
  expect((await eventOf('payment.payment_captured')).objects).toContainEqual({
    id: captured.payments[0].id,
    resource: 'payments',
    name,
    owner_id: order.id,
  })
})

test('a renamed row has the name of today, and a row removed from the database has none', async () => {
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Old' }))
  const { id } = customer_group
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${id}`, { name: 'New' }))
  const named = { id, resource: 'customerGroups', name: 'New', owner_id: null }
  const entry = await entryOf(id)
  expect(entry.objects).toEqual([named])
  const one = await expectSuccess(shop.admin.get(`/admin/audit-log/${entry.id}`))
  expect(one.audit_log_entry.objects).toEqual([named])
  await expectSuccess(shop.admin.delete(`/admin/customer-groups/${id}`))
  expect((await entryOf(id)).objects).toEqual([])
})

test('a variant has the name of its product too', async () => {
  const { id, variants } = await shop.given.product({ title: 'Mug' })
  await expectSuccess(shop.admin.post(`/admin/products/${id}/variants/${variants[0].id}`, { title: 'Large' }))
  const named = { id: variants[0].id, resource: 'variants', name: 'Mug · Large', owner_id: id }
  expect((await eventOf('product-variant.updated')).objects?.[0]).toEqual(named)
})
