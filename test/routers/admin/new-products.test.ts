import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { optionValues, productInput } from '#test/support/product-input.ts'
import { openTestShop } from '#test/support/shop.ts'

test('a product is created with its images, type, tags, options and variants', async () => {
  await using shop = await openTestShop()
  const body = productInput({
    images: ['https://x/1.png', 'https://x/2.png'],
    type: { value: 'clothes' },
    tags: [{ value: 'new' }, { value: 'blue' }],
    weight: 300,
    metadata: { a: 1 },
  })
  const { product } = await expectSuccess(shop.admin.post('/admin/products', body))
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  expect(product).toMatchObject({
    handle: 'blue-cafe-shirt',
    status: 'draft',
    is_giftcard: false,
    discountable: true,
    thumbnail: 'https://x/1.png',
    weight: 300,
    metadata: { a: 1 },
    collection: null,
    type: { value: 'clothes', id: product.type_id },
    images: [{ url: 'https://x/1.png' }, { url: 'https://x/2.png' }],
    sales_channels: [{ id: store.default_sales_channel_id }],
    profile: { id: product.profile_id, type: 'default' },
    profiles: [{ id: product.profile_id, type: 'default' }],
    options: [{ title: 'Size', values: [{ value: 'S' }, { value: 'M' }] }, { title: 'Colour' }],
    variants: [
      {
        title: 'S',
        sku: 'shirt-s',
        variant_rank: 0,
        inventory_quantity: 0,
        manage_inventory: true,
        allow_backorder: false,
        prices: [{ currency_code: 'eur', amount: 1000, region_id: null, price_list_id: null }],
        options: [{ value: 'S' }, { value: 'blue' }],
        calculated_price: null,
        tax_rates: null,
      },
      { title: 'M', variant_rank: 1 },
    ],
  })
  expect(product.tags.map((tag) => tag.value).sort()).toEqual(['blue', 'new'])
  expect((await expectSuccess(shop.admin.get(`/admin/products/${product.id}`))).product).toEqual(product)
})

test('a gift card product gets the gift card profile and is not discountable', async () => {
  await using shop = await openTestShop()
  const body = { title: 'Gift card', is_giftcard: true, discountable: true }
  const { product } = await expectSuccess(shop.admin.post('/admin/products?expand=profile', body))
  expect(product).toMatchObject({ is_giftcard: true, discountable: false, profile: { type: 'gift_card' } })
})

test('a price for a region has the currency of the region', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region({ currency_code: 'dkk' })
  const price = { region_id: region.id, amount: 500, min_quantity: 2, max_quantity: 9 }
  const { prices } = await shop.given.variant({ options: [], variants: [{ title: 'One', prices: [price] }] })
  expect(prices).toMatchObject([{ ...price, currency_code: 'dkk' }])
})

test('products share tags and types of equal value', async () => {
  await using shop = await openTestShop()
  const body = { tags: [{ value: 'new' }], type: { value: 'clothes' } }
  const [one, two] = [await shop.given.product(body), await shop.given.product(body)]
  expect([two.tags, two.type]).toEqual([one.tags, one.type])
  const usage = await expectSuccess(shop.admin.get('/admin/products/tag-usage'))
  expect(usage).toEqual({ tags: [{ id: one.tags[0].id, usage_count: '2', value: 'new' }] })
  expect((await expectSuccess(shop.admin.get('/admin/products/types'))).types).toEqual([one.type])
  expect((await expectSuccess(shop.admin.get('/admin/product-types?q=CLOTH'))).product_types).toEqual([one.type])
  expect(await expectSuccess(shop.admin.get('/admin/product-tags?value=old'))).toEqual({
    product_tags: [],
    count: 0,
    offset: 0,
    limit: 10,
  })
})

test('a handle is normalized and cannot be empty', async () => {
  await using shop = await openTestShop()
  const handleOf = async (body: object) =>
    (await expectSuccess(shop.admin.post('/admin/products', body))).product.handle
  expect(await handleOf({ title: 'x', handle: 'My_own-Handle2' })).toBe('My_own-Handle2')
  expect(await handleOf({ title: 'x', handle: 'Über uns/hier' })).toBe('uber-uns-hier')
  expect(await handleOf({ title: 'One 2', handle: '' })).toBe('one-2')
  await expectError(
    shop.admin.post('/admin/products', { title: '!!!' }),
    400,
    'invalid_data',
    'handle should not be empty',
  )
})

test('an invalid product is rejected and not stored', async () => {
  await using shop = await openTestShop()
  const one = (over = {}) => ({ title: 'New', options: [{ title: 'Size' }], variants: [variant(over)] })
  const variant = (over = {}) => ({ title: 'V', prices: [], options: optionValues('a'), ...over })
  await expectSuccess(shop.admin.post('/admin/products', productInput({ handle: 'taken' })))
  const xor = 'Failed XOR relation between "region_id" and "currency_code".'
  const length = 'Product options length does not match variant options length. Product has 1 and variant has 2.'
  const refusals: [status: number, type: string, message: string, body: object][] = [
    [
      400,
      'invalid_data',
      'property colour should not exist, title should not be empty, title must be a string',
      { colour: 1 },
    ],
    [400, 'invalid_data', xor, one({ prices: [{ amount: 1 }] })],
    [400, 'invalid_data', xor, one({ prices: [{ amount: 1, currency_code: 'eur', region_id: 'reg_no' }] })],
    [404, 'not_found', 'Region with reg_no was not found', one({ prices: [{ amount: 1, region_id: 'reg_no' }] })],
    [
      404,
      'not_found',
      'Currency with currency_code xxx does not exist.',
      one({ prices: [{ amount: 1, currency_code: 'xxx' }] }),
    ],
    [400, 'invalid_data', 'inventory_quantity must not be less than 0', one({ inventory_quantity: -1 })],
    [
      400,
      'invalid_data',
      length,
      { title: 'x', options: [{ title: 'a' }], variants: [variant({ options: optionValues('a', 'b') })] },
    ],
    [422, 'duplicate_error', 'Product_variant with sku shirt-s already exists.', one({ sku: 'shirt-s' })],
    [422, 'duplicate_error', 'Product with handle taken already exists.', { title: 'x', handle: 'taken' }],
    [
      422,
      'duplicate_error',
      'An option with the title: size already exists',
      { title: 'x', options: [{ title: 'Size' }, { title: 'size' }] },
    ],
    [
      404,
      'not_found',
      'Product_collection with collection_id pcol_no does not exist.',
      { title: 'x', collection_id: 'pcol_no' },
    ],
  ]
  for (const [status, type, message, body] of refusals) {
    const reply = await shop.admin.post('/admin/products', body)
    expect([reply.status, reply.body.type, reply.body.message]).toEqual([status, type, message])
  }
  const unknown = await shop.admin.post('/admin/products', { title: 'x', sales_channels: [{ id: 'sc_no' }] })
  expect([unknown.status, unknown.body]).toEqual([
    400,
    {
      type: 'invalid_data',
      message: 'Provided request body contains errors. Please check the data and retry the request',
      errors: ['Sales Channels sc_no do not exist'],
    },
  ])
  expect((await expectSuccess(shop.admin.get('/admin/products?fields=title&expand='))).count).toBe(1)
})
