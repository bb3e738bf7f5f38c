import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

async function addChannel(shop: TestShop, facts = {}) {
  return (await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Fair', ...facts }))).sales_channel
}

test('a sales channel can be created, found and updated', async () => {
  await using shop = await openTestShop()
  const channel = await addChannel(shop, { description: 'Once a year' })
  expect(channel).toMatchObject({ name: 'Fair', description: 'Once a year', is_disabled: false, metadata: null })
  for (const query of ['q=YEAR', 'name=Fair', `id=${channel.id}`]) {
    const { sales_channels, count } = await expectSuccess(shop.admin.get(`/admin/sales-channels?${query}`))
    expect([sales_channels, count]).toEqual([[channel], 1])
  }
  const expanded = await expectSuccess(shop.admin.get(`/admin/sales-channels?id=${channel.id}&expand=locations`))
  expect(expanded.sales_channels).toEqual([{ ...channel, locations: [] }])
  const path = `/admin/sales-channels/${channel.id}`
  const { sales_channel } = await expectSuccess(shop.admin.post(path, { is_disabled: true, description: null }))
  expect(sales_channel).toMatchObject({ name: 'Fair', description: null, is_disabled: true })
})

test('products can be added to and removed from a sales channel repeatedly', async () => {
  await using shop = await openTestShop()
  const { id } = await addChannel(shop)
  const product = await shop.given.product()
  const path = `/admin/sales-channels/${id}/products/batch`
  const countProducts = async () =>
    (await expectSuccess(shop.admin.get(`/admin/products?sales_channel_id[]=${id}`))).count
  for (const _ of [1, 2]) await expectSuccess(shop.admin.post(path, { product_ids: [{ id: product.id }] }))
  expect(await countProducts()).toBe(1)
  const expanded = await expectSuccess(shop.admin.get(`/admin/sales-channels?id=${id}&expand=products.variants`))
  const variants = product.variants.map((variant: { id: string }) => ({ id: variant.id }))
  expect(expanded.sales_channels).toMatchObject([{ id, products: [{ id: product.id, variants }] }])
  for (const _ of [1, 2]) await expectSuccess(shop.admin.delete(path, { product_ids: [{ id: product.id }] }))
  expect(await countProducts()).toBe(0)
})

test('adding unknown products reports their ids', async () => {
  await using shop = await openTestShop()
  const { id } = await addChannel(shop)
  const product_ids = [{ id: 'prod_no' }, { id: (await shop.given.product()).id }, { id: 'prod_nor' }]
  const reply = await shop.admin.post(`/admin/sales-channels/${id}/products/batch`, { product_ids })
  expect([reply.status, reply.body]).toEqual([
    400,
    {
      type: 'invalid_data',
      message: 'Provided request body contains errors. Please check the data and retry the request',
      errors: ['Products prod_no, prod_nor do not exist'],
    },
  ])
})

test('the default sales channel cannot be deleted, others can', async () => {
  await using shop = await openTestShop()
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  const rejected = await shop.admin.delete(`/admin/sales-channels/${store.default_sales_channel_id}`)
  expect([rejected.status, rejected.body]).toEqual([
    400,
    { type: 'not_allowed', message: 'You cannot delete the default sales channel' },
  ])
  const { id } = await addChannel(shop)
  const path = `/admin/sales-channels/${id}`
  expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id, object: 'sales-channel', deleted: true })
  for (const reply of [
    await shop.admin.get(path),
    await shop.admin.post(path, { name: 'X' }),
    await shop.admin.post(`${path}/products/batch`, { product_ids: [] }),
  ])
    expect([reply.status, reply.body.message]).toEqual([404, `Sales channel with id: ${id} was not found`])
})

test('a sales channel rejects anonymous callers and invalid input', async () => {
  await using shop = await openTestShop()
  expect((await shop.post('/admin/sales-channels', { name: 'X' })).status).toBe(401)
  const reply = await shop.admin.post('/admin/sales-channels', { title: 'X' })
  expect([reply.status, reply.body.message]).toEqual([400, 'property title should not exist, name must be a string'])
})
