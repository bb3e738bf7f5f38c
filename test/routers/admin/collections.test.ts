import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ids = (rows: readonly Identified[]) => rows.map(({ id }) => id)

async function addCollection(shop: TestShop, facts: object = { title: 'Spring Café' }) {
  return (await expectSuccess(shop.admin.post('/admin/collections', facts))).collection
}

test('a collection gets a handle from its title and keeps it', async () => {
  await using shop = await openTestShop()
  const collection = await addCollection(shop)
  expect(collection).toMatchObject({ title: 'Spring Café', handle: 'spring-cafe', products: [], metadata: null })
  const path = `/admin/collections/${collection.id}`
  const changed = (await expectSuccess(shop.admin.post(path, { title: 'Summer', metadata: { year: 1 } }))).collection
  expect(changed).toMatchObject({ title: 'Summer', handle: 'spring-cafe', metadata: { year: 1 } })
  const moved = (await expectSuccess(shop.admin.post(path, { handle: 'Hot Days', metadata: { year: '', hot: true } })))
    .collection
  expect(moved).toMatchObject({ title: 'Summer', handle: 'hot-days', metadata: { hot: true } })
})

test('collections can be filtered by text, times and discount conditions', async () => {
  await using shop = await openTestShop()
  const { id } = await addCollection(shop, { title: 'Winter', handle: 'cold-days' })
  await addCollection(shop)
  const region = await shop.given.region()
  const conditions = [{ operator: 'in', product_collections: [id] }]
  const { rule } = await shop.given.discount(region, { conditions })
  for (const query of [
    'q=LD-D',
    'q=wint',
    'title=Winter',
    'handle=cold-days',
    'order=-title&limit=2&q=win',
    `discount_condition_id=${rule.conditions[0].id}`,
  ]) {
    const { collections, count } = await expectSuccess(shop.admin.get(`/admin/collections?${query}`))
    expect([ids(collections), count]).toEqual([[id], 1])
  }
  for (const query of ['created_at[lt]=2020-01-01', 'updated_at[lt]=2020-01-01', 'q=%25', 'q=_'])
    expect((await expectSuccess(shop.admin.get(`/admin/collections?${query}`))).count, query).toBe(0)
  const page = await expectSuccess(shop.admin.get('/admin/collections?limit=1&offset=1&order=title'))
  expect([ids(page.collections), page.count, page.limit, page.offset]).toEqual([[id], 2, 1, 1])
  for (const [query, message] of [
    ['expand=products', 'property expand should not exist'],
    ['fields=id', 'property fields should not exist'],
    ['deleted_at[gt]=', 'gt must be a Date instance'],
    ['order=nope', 'Order field nope is not valid'],
  ] as const)
    await expectError(shop.admin.get(`/admin/collections?${query}`), 400, 'invalid_data', message)
})

test('a product belongs to the last collection it was added to', async () => {
  await using shop = await openTestShop()
  const [spring, summer] = [await addCollection(shop), await addCollection(shop, { title: 'Summer' })]
  const product = await shop.given.product()
  const product_ids = [product.id, 'prod_no']
  const put = async ({ id }: Identified) =>
    (await expectSuccess(shop.admin.post(`/admin/collections/${id}/products/batch`, { product_ids }))).collection
  expect(ids((await put(spring)).products)).toEqual([product.id])
  expect(ids((await put(summer)).products)).toEqual([product.id])
  const take = ({ id }: Identified) =>
    expectSuccess(shop.admin.delete(`/admin/collections/${id}/products/batch`, { product_ids }))
  const inSummer = async () =>
    (await expectSuccess(shop.admin.get(`/admin/collections/${summer.id}`))).collection.products
  await take(spring)
  expect(await inSummer()).toMatchObject([
    { id: product.id, profile: { type: 'default' }, profiles: [{ type: 'default' }] },
  ])
  expect(await take(summer)).toEqual({ id: summer.id, object: 'product-collection', removed_products: product_ids })
  expect(await inSummer()).toEqual([])
})

test('deleting a collection frees its handle and keeps its products', async () => {
  await using shop = await openTestShop()
  const { id } = await addCollection(shop)
  const product = await shop.given.product({ collection_id: id })
  const path = `/admin/collections/${id}`
  expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id, object: 'product-collection', deleted: true })
  const message = `Product collection with id: ${id} was not found`
  await expectError(shop.admin.get(path), 404, 'not_found', message)
  await expectError(shop.admin.post(path, {}), 404, 'not_found', message)
  await expectError(shop.admin.delete(path), 404, 'not_found', message)
  await expectError(shop.admin.post(`${path}/products/batch`, { product_ids: [product.id] }), 404, 'not_found', message)
  expect((await expectSuccess(shop.admin.get(`/admin/products/${product.id}`))).product.collection).toBe(null)
  await addCollection(shop)
  expect(
    ids((await expectSuccess(shop.admin.get('/admin/collections?deleted_at[gt]=2020-01-01'))).collections),
  ).toEqual([id])
})

test('an invalid collection is rejected', async () => {
  await using shop = await openTestShop()
  const { id } = await addCollection(shop)
  expect((await shop.post('/admin/collections', { title: 'x' })).status).toBe(401)
  const path = `/admin/collections/${id}`
  const refusals: [string, object, string][] = [
    ['/admin/collections', { title: '', handle: 3 }, 'title should not be empty, handle must be a string'],
    ['/admin/collections', { title: ' ?! ' }, 'handle should not be empty'],
    [path, { title: '' }, 'title should not be empty'],
    [path, { title: null }, "Can't insert null value in field title on insert in table product_collection"],
    [`${path}/products/batch`, { product_ids: [] }, 'product_ids should not be empty'],
    [`${path}/products/batch`, { product_ids: [1] }, 'each value in product_ids must be a string'],
  ]
  for (const [to, body, message] of refusals) await expectError(shop.admin.post(to, body), 400, 'invalid_data', message)
  await expectError(
    shop.admin.post('/admin/collections', { title: 'x', handle: 'spring-cafe' }),
    422,
    'duplicate_error',
    'Product_collection with handle spring-cafe already exists.',
    'invalid_request_error',
  )
})
