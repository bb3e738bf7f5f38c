import { expect, test } from 'vitest'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { productInput } from '#test/support/product-input.ts'
import type { Variant } from '#test/support/resources.ts'
import { openTestShop } from '#test/support/shop.ts'

test('the first image becomes the thumbnail of a product without one', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput()))
  const change = async (body: object) =>
    (await expectSuccess(shop.admin.post(`/admin/products/${product.id}`, body))).product.thumbnail
  expect(product.thumbnail).toBeNull()
  expect(await change({ images: ['https://x/1.png', 'https://x/2.png'] })).toBe('https://x/1.png')
  expect(await change({ images: ['https://x/3.png'] })).toBe('https://x/1.png')
  expect(await change({ images: [], thumbnail: null })).toBeNull()
  expect(await change({ images: ['https://x/3.png'], thumbnail: 'https://x/4.png' })).toBe('https://x/4.png')
})

test('an update changes the given fields and replaces the given lists', async () => {
  await using shop = await openTestShop()
  const before = (
    await expectSuccess(
      shop.admin.post(
        '/admin/products',
        productInput({
          tags: [{ value: 'old' }],
          images: ['https://x/1.png'],
          type: { value: 'a' },
          metadata: { a: 1, b: 2 },
        }),
      ),
    )
  ).product
  const path = `/admin/products/${before.id}`
  const change = async (body: object) => (await expectSuccess(shop.admin.post(path, body))).product
  expect(await change({})).toEqual(before)
  const changed = await change({
    title: 'Red shirt',
    status: 'published',
    tags: [{ value: 'new' }],
    images: ['https://x/2.png', 'https://x/1.png'],
    type: null,
    metadata: { b: '', c: 3 },
  })
  expect(changed).toMatchObject({
    title: 'Red shirt',
    handle: before.handle,
    status: 'published',
    type: null,
    type_id: null,
    tags: [{ value: 'new' }],
    images: [{ url: 'https://x/2.png' }, { url: 'https://x/1.png' }],
    metadata: { a: 1, c: 3 },
    sales_channels: before.sales_channels,
  })
  expect(changed.variants).toEqual(before.variants)
  await expectError(
    shop.admin.post(path, { title: null }),
    400,
    'invalid_data',
    "Can't insert null value in field title on insert in table product",
  )
  expect((await shop.admin.post(path, { status: null })).status).toBe(400)
  await expectError(
    shop.admin.post(path, { is_giftcard: true }),
    400,
    'invalid_data',
    'property is_giftcard should not exist',
  )
})

test('an update with variants keeps exactly these in their order', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput()))
  const [small, medium] = product.variants
  const choices = product.options.map((option) => ({ option_id: option.id, value: 'new' }))
  const { product: changed } = await expectSuccess(
    shop.admin.post(`/admin/products/${product.id}`, {
      variants: [
        { title: 'New', sku: small.sku, prices: [{ currency_code: 'eur', amount: 5 }], options: choices },
        { id: medium.id, inventory_quantity: 7 },
      ],
    }),
  )
  expect(changed.variants).toMatchObject([
    { title: 'New', sku: small.sku, variant_rank: 0, prices: [{ amount: 5 }] },
    { id: medium.id, title: 'M', variant_rank: 1, inventory_quantity: 7 },
  ])
  await expectError(
    shop.admin.post(`/admin/products/${product.id}`, { variants: [{ id: small.id }] }),
    404,
    'not_found',
    `Variant with id: ${small.id} was not found`,
  )
})

test('variants can swap their values and codes in one update', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput()))
  const [small, medium] = product.variants
  const path = `/admin/products/${product.id}`
  await expectSuccess(shop.admin.post(`${path}/variants/${medium.id}`, { sku: 'shirt-m', barcode: '2' }))
  const size = (value: string) => [{ option_id: product.options[0].id, value }]
  const all = product.options.map((option) => ({ option_id: option.id, value: 'L' }))
  const change = (...variants: object[]) => shop.admin.post(path, { variants })
  const { product: traded } = await expectSuccess(
    change(
      { id: small.id, sku: 'shirt-m', options: size('M') },
      { id: medium.id, sku: 'shirt-s', barcode: null, options: size('S') },
      { title: 'L', sku: 'shirt-l', barcode: '2', prices: [], options: all },
    ),
  )
  const facts = ({ sku, barcode, options }: Variant) => [sku, barcode, ...options.map(({ value }) => value)]
  expect(traded.variants.map(facts)).toEqual([
    ['shirt-m', null, 'M', 'blue'],
    ['shirt-s', null, 'S', 'blue'],
    ['shirt-l', '2', 'L', 'L'],
  ])
  const kept = change({ id: small.id, sku: 'shirt-s' }, { id: medium.id })
  await expectError(
    kept,
    422,
    'duplicate_error',
    'Product_variant with sku shirt-s already exists.',
    'invalid_request_error',
  )
  const same = change({ id: small.id, options: size('S') }, { id: medium.id, options: size('S') })
  await expectErrorMessage(same, 422, 'Variant with title M with provided options already exists')
})
