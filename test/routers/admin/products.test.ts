import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { productInput } from '#test/support/product-input.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Product, Variant } from '#test/support/resources.ts'
import { openTestShop } from '#test/support/shop.ts'

const titles = (rows: { title: string }[]) => rows.map((row) => row.title)

test('an anonymous caller can neither read nor change products', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.product()
  for (const path of ['/admin/products', `/admin/products/${id}`, '/admin/variants', '/admin/product-tags'])
    await expectError(shop.get(path), 401, 'unauthorized', 'Unauthorized')
  await expectError(shop.post(`/admin/products/${id}`, { title: 'Mine' }), 401, 'unauthorized', 'Unauthorized')
  await expectError(shop.delete(`/admin/products/${id}`), 401, 'unauthorized', 'Unauthorized')
})

test('an unknown product is not found', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.product()
  const missing = 'Product with id: prod_no was not found'
  await expectError(shop.admin.get('/admin/products/prod_no'), 404, 'not_found', missing)
  await expectError(shop.admin.post('/admin/products/prod_no', { title: 'x' }), 404, 'not_found', missing)
  await expectError(
    shop.admin.post('/admin/products/prod_no/metadata', { key: 'a', value: 'b' }),
    404,
    'not_found',
    missing,
  )
  const variant = 'Variant with id: variant_no was not found'
  await expectError(shop.admin.get('/admin/variants/variant_no'), 404, 'not_found', variant)
  await expectError(
    shop.admin.post(`/admin/products/${id}/variants/variant_no`, { title: 'x' }),
    404,
    'not_found',
    variant,
  )
})

test('products can be filtered by each property and are listed once', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(
    shop.admin.post('/admin/products', productInput({ status: 'proposed', tags: [{ value: 'a' }, { value: 'b' }] })),
  )
  await shop.given.product({ description: '100% wool' })
  const listTitles = async (query: string) => {
    const { products, count } = await expectSuccess(shop.admin.get(`/admin/products?${query}`))
    expect(count).toBe(products.length)
    return titles(products)
  }
  const [first, second] = [product.title, 'Product 1']
  expect(await listTitles('')).toEqual([second, first])
  expect(await listTitles('order=title')).toEqual([first, second])
  expect(await listTitles('q=SHIRT')).toEqual([first])
  expect(await listTitles('q=irt-s')).toEqual([first])
  expect(await listTitles('q=100%25')).toEqual([second])
  expect(await listTitles('q=0%25%20w_ol')).toEqual([])
  expect(await listTitles('status[]=proposed&status[]=rejected')).toEqual([first])
  expect(await listTitles('status=draft')).toEqual([])
  expect(await listTitles(`tags[]=${product.tags[0].id}&tags[]=${product.tags[1].id}`)).toEqual([first])
  expect(await listTitles(`id=${product.id}`)).toEqual([first])
  expect(await listTitles(`handle=${product.handle}`)).toEqual([first])
  expect(await listTitles(`sales_channel_id[]=${product.sales_channels[0].id}`)).toEqual([second, first])
  expect(await listTitles('sales_channel_id[]=sc_no')).toEqual([])
  expect(await listTitles('price_list_id[]=pl_no')).toEqual([])
  expect(await listTitles('discount_condition_id=discon_no')).toEqual([])
  expect(await listTitles('is_giftcard=true')).toEqual([])
  await expectError(
    shop.admin.get('/admin/products?status=sold'),
    400,
    'invalid_data',
    'each value in status must be one of the following values: draft, proposed, published, rejected',
  )
  await expectError(
    shop.admin.get('/admin/products?order=variants.calculated_price'),
    400,
    'invalid_data',
    'Order field variants.calculated_price is not valid',
  )
})

test('a page of all products has the rows and the count of a page with a filter that all products meet', async () => {
  await using shop = await openTestShop()
  for (let i = 0; i < 4; i++) await shop.given.product()
  const deleted = await shop.given.product()
  await expectSuccess(shop.admin.delete(`/admin/products/${deleted.id}`))
  for (const page of ['limit=2', 'limit=2&offset=1', 'limit=3&offset=3', 'limit=0', 'limit=10&offset=195']) {
    const all = await expectSuccess(shop.admin.get(`/admin/products?${page}`))
    expect(all).toEqual(await expectSuccess(shop.admin.get(`/admin/products?${page}&is_giftcard=false`)))
    expect(all.count).toBe(4)
  }
})

test('a product can be read in part', async () => {
  await using shop = await openTestShop()
  const { id, title, profile_id } = await shop.given.product()
  const readPart = async (query: string) =>
    (await expectSuccess(shop.admin.get(`/admin/products/${id}?${query}`))).product
  expect(await readPart('fields=title&expand=')).toEqual({ id, title })
  expect((await readPart('fields=title&expand=profiles')).profiles).toMatchObject([{ id: profile_id }])
  expect((await readPart('fields=title,profiles.name&expand=profiles')).profiles).toEqual([
    { id: profile_id, name: 'Default Shipping Profile' },
  ])
  expect(Object.keys((await readPart('fields=variants.sku&expand=variants')).variants[0])).toEqual(['id', 'sku'])
  await expectError(
    shop.admin.get(`/admin/products/${id}?expand=wings`),
    400,
    'invalid_data',
    'Requested fields [wings] are not valid',
  )
})

test('a product shows its own prices but not the prices of price lists', async () => {
  await using shop = await openTestShop()
  const { id, variants } = await shop.given.product({ prices: [1000] })
  const [variant] = variants
  const prices = [{ variant_id: variant.id, currency_code: 'eur', amount: 900 }]
  const list = { name: 'Sale', description: 'While it lasts', type: 'sale', status: 'active', prices }
  await expectSuccess(shop.admin.post('/admin/price-lists', list))
  const path = `/admin/products/${id}`
  const pricesIn = ({ prices }: Variant) => prices.map(({ amount }) => amount)
  const inProduct = async (reply: Promise<Reply<{ product: Product }>>) =>
    pricesIn((await expectSuccess(reply)).product.variants[0])
  expect(await inProduct(shop.admin.get(path))).toEqual([1000])
  expect(await inProduct(shop.admin.get(`${path}?expand=variants.prices`))).toEqual([1000])
  expect(await inProduct(shop.admin.post(path, { subtitle: 'x' }))).toEqual([1000])
  const { products } = await expectSuccess(shop.admin.get(`/admin/products?id[]=${id}`))
  expect(pricesIn(products[0].variants[0])).toEqual([1000])
  expect(pricesIn((await expectSuccess(shop.admin.get(`${path}/variants`))).variants[0])).toEqual([1000])
  expect(pricesIn((await expectSuccess(shop.admin.get(`/admin/variants/${variant.id}`))).variant)).toEqual([1000])
  expect(pricesIn((await expectSuccess(shop.admin.get(`/admin/variants?id=${variant.id}`))).variants[0])).toEqual([
    1000, 900,
  ])
})

test('deleting a product deletes its variants and frees its handle and sku', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput()))
  for (const id of [product.id, product.id, 'prod_no'])
    expect(await expectSuccess(shop.admin.delete(`/admin/products/${id}`))).toEqual({
      id,
      object: 'product',
      deleted: true,
    })
  expect((await shop.admin.get(`/admin/products/${product.id}`)).status).toBe(404)
  expect((await shop.admin.get(`/admin/variants/${product.variants[0].id}`)).status).toBe(404)
  const { products } = await expectSuccess(
    shop.admin.get('/admin/products?deleted_at[gt]=2020-01-01&fields=title&expand='),
  )
  expect(products).toEqual([{ id: product.id, title: product.title }])
  await expectSuccess(shop.admin.post('/admin/products', productInput()))
})

test('a single key of the metadata can be set', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.product({ metadata: { a: 1 } })
  const { product } = await expectSuccess(shop.admin.post(`/admin/products/${id}/metadata`, { key: 'b', value: 'two' }))
  expect(product.metadata).toEqual({ a: 1, b: 'two' })
})
