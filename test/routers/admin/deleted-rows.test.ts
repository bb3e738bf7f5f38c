import { afterAll, expect, test } from 'vitest'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { eventNamesOf } from '#test/support/events.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'
import { withoutUpdatedAt } from '#test/support/without-updated-at.ts'

const shop = await openTestShop()
afterAll(() => shop[Symbol.asyncDispose]())

const listed = async () => (await expectSuccess(shop.admin.get('/admin/deleted-rows'))).deleted_rows
const restore = (resource: string, id: string) => shop.admin.post(`/admin/deleted-rows/${id}/restore`, { resource })
const remove = (path: string) => expectSuccess(shop.admin.delete(path))

const REGION = {
  ...{ name: 'Alps', currency_code: 'eur', tax_rate: 20, countries: [] },
  ...{ payment_providers: ['manual'], fulfillment_providers: ['manual'] },
}

async function createReason() {
  const parent = await expectSuccess(shop.admin.post('/admin/return-reasons', { value: 'size', label: 'Size' }))
  const parent_return_reason_id = parent.return_reason.id
  await expectSuccess(
    shop.admin.post('/admin/return-reasons', { value: 'small', label: 'Small', parent_return_reason_id }),
  )
  return parent_return_reason_id
}

test('a collection keeps its products', async () => {
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Winter' }))
  const product = await shop.given.product({ collection_id: collection.id })
  await remove(`/admin/collections/${collection.id}`)
  expect(await listed()).toMatchObject([{ id: collection.id, resource: 'collection', title: 'Winter' }])
  expect((await restore('collection', collection.id)).status).toBe(200)
  expect((await expectSuccess(shop.admin.get(`/admin/products/${product.id}`))).product.collection).toMatchObject({
    title: 'Winter',
  })
  expect(await listed()).toEqual([])
  expect((await restore('collection', collection.id)).status).toBe(200)
})

test('a collection whose handle is taken is not restored until it is free', async () => {
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Sale' }))
  await remove(`/admin/collections/${collection.id}`)
  const { collection: other } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Sale' }))
  expect((await restore('collection', collection.id)).status).toBe(422)
  await remove(`/admin/collections/${other.id}`)
  expect((await restore('collection', collection.id)).status).toBe(200)
})

test('a return reason is restored with its nested reasons, and a nested reason not without it', async () => {
  const id = await createReason()
  const count = async () => (await expectSuccess(shop.admin.get('/admin/return-reasons'))).return_reasons.length
  const before = await count()
  await remove(`/admin/return-reasons/${id}`)
  expect(await listed()).toEqual(expect.arrayContaining([expect.objectContaining({ id, title: 'Size' })]))
  expect((await listed()).filter(({ title }) => title === 'Small')).toEqual([])
  expect((await restore('return_reason', id)).status).toBe(200)
  expect(await count()).toBe(before)
})

test('a discount works again with its rule, and after 30 days it stays deleted', async () => {
  const { id, code } = await shop.given.discount(await shop.given.region())
  await remove(`/admin/discounts/${id}`)
  expect((await restore('discount', id)).status).toBe(200)
  expect((await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))).discount.id).toBe(id)
  await remove(`/admin/discounts/${id}`)
  const deleted_at = new Date(Date.now() - 31 * 86_400_000)
  await changeRows(shop, Discount, { id }, { deleted_at })
  expect((await listed()).map((row) => row.id)).not.toContain(id)
  expect(await restore('discount', id)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/30 days/) },
  })
})

test('a dynamic code comes back alone, and with its discount', async () => {
  const { id } = await shop.given.discount(await shop.given.region(), {}, { is_dynamic: true })
  const path = `/admin/discounts/${id}/dynamic-codes`
  await expectSuccess(shop.admin.post(path, { code: 'ONCE', usage_limit: 1 }))
  await remove(`${path}/ONCE`)
  const single = (await listed()).find(({ title }) => title === 'ONCE')?.id ?? ''
  expect((await restore('discount', single)).status).toBe(200)
  await remove(`/admin/discounts/${id}`)
  expect((await listed()).map(({ title }) => title)).not.toContain('ONCE')
  expect((await restore('discount', single)).status).toBe(404)
  expect((await restore('discount', id)).status).toBe(200)
  expect((await expectSuccess(shop.admin.get('/admin/discounts/code/ONCE'))).discount.id).toBe(single)
})

test('a sales channel is restored, and unknown rows and kinds are refused', async () => {
  const { sales_channel } = await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Market' }))
  await remove(`/admin/sales-channels/${sales_channel.id}`)
  expect((await restore('sales_channel', sales_channel.id)).status).toBe(200)
  expect((await restore('sales_channel', 'sc_none')).status).toBe(404)
  expect((await restore('collection', sales_channel.id)).status).toBe(404)
  expect((await restore('user', sales_channel.id)).status).toBe(400)
})

test.each([
  ['collection', '/admin/collections', { title: 'Announced' }, ['product-collection.created']],
  ['sales_channel', '/admin/sales-channels', { name: 'Fair' }, ['sales_channel.created']],
  ['note', '/admin/notes', { resource_id: 'order_2', resource_type: 'order', value: 'Ring' }, ['note.created']],
  ['product_category', '/admin/product-categories', { name: 'Hats' }, ['product-category.created']],
  ['region', '/admin/regions', REGION, ['region.created']],
  ['return_reason', '/admin/return-reasons', { value: 'late', label: 'Late' }, []],
  ['carrier', '/admin/carriers', { name: 'Van', tracking_url: 'https://van.example/{number}' }, []],
])('a restored %s is announced like a new one', async (resource, path, input, names) => {
  const created: object = await expectSuccess(shop.admin.post(path, input))
  const [{ id }] = Object.values(created) as [{ id: string }]
  await remove(`${path}/${id}`)
  const before = await eventNamesOf(shop, { id })
  expect((await restore(resource, id)).status).toBe(200)
  expect(await eventNamesOf(shop, { id })).toEqual([...before, ...names])
  expect((await restore(resource, id)).status).toBe(200)
  expect(await eventNamesOf(shop, { id })).toEqual([...before, ...names])
})

test('a caller sees and restores only the kinds that it may list and delete', async () => {
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Spring' }))
  const { id } = await shop.given.discount(await shop.given.region())
  await remove(`/admin/collections/${collection.id}`)
  await remove(`/admin/discounts/${id}`)
  const scopes = ['deletedRows.*', 'read:collections.*', 'discounts.delete']
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'Shelf', scopes }))
  const key = shop.as({ authorization: `Bearer ${secret}` })
  const { deleted_rows } = await expectSuccess(key.get('/admin/deleted-rows'))
  expect(new Set(deleted_rows.map((row) => row.resource))).toEqual(new Set(['collection']))
  const restoreAs = (resource: string, id: string) => key.post(`/admin/deleted-rows/${id}/restore`, { resource })
  expect(await restoreAs('collection', collection.id)).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/collections\.delete/) },
  })
  expect((await restoreAs('discount', id)).status).toBe(200)
})

test('a draft order comes back with its lines, shipping, discounts, tags and payment link, until its customer is erased', async () => {
  const region = await shop.given.region()
  const { code } = await shop.given.discount(region)
  const draft = await shop.given.draftOrder({
    email: 'draft@example.com',
    metadata: { table: '4' },
    region,
    discounts: [{ code }],
  })
  const path = `/admin/draft-orders/${draft.id}` as const
  await expectSuccess(shop.admin.post('/admin/draft-orders/tags', { ids: [draft.id], add: ['fair'] }))
  await expectSuccess(shop.admin.post(`${path}/payment-link`, {}))
  const before = withoutUpdatedAt(await expectSuccess(shop.admin.get(path)))
  expect(before.draft_order.cart.discounts).toMatchObject([{ code }])
  await expectSuccess(shop.admin.delete(path))
  expect((await shop.admin.get(path)).status).toBe(404)
  expect(await listed()).toContainEqual(
    expect.objectContaining({ id: draft.id, resource: 'draft_order', title: `#${draft.display_id}` }),
  )
  expect((await restore('draft_order', draft.id)).status).toBe(200)
  expect(withoutUpdatedAt(await expectSuccess(shop.admin.get(path)))).toEqual(before)
  expect((await restore('draft_order', draft.id)).status).toBe(200)

  await expectSuccess(shop.admin.delete(path))
  await expectSuccess(shop.admin.post(`/admin/customers/${draft.cart.customer_id}/erase`))
  expect((await restore('draft_order', draft.id)).status).toBe(404)
})
