import { expect, test } from 'vitest'
import { answered, type Json } from '#test/support/given.ts'
import { refuses, refusesSaying } from '#test/support/refuses.ts'
import { openTestShop } from '#test/support/shop.ts'

const shirt = (over = {}) => ({
  title: 'Blue Café Shirt',
  options: [{ title: 'Size' }, { title: 'Colour' }],
  variants: [
    { title: 'S', sku: 'shirt-s', prices: [{ currency_code: 'EUR', amount: 1000 }], options: values('S', 'blue') },
    { title: 'M', prices: [], options: values('M', 'blue') },
  ],
  ...over,
})

const values = (...of: string[]) => of.map((value) => ({ value }))
const titles = (rows: { title: string }[]) => rows.map((row) => row.title)

test('the first picture of a product without a thumbnail becomes it, and takes the place of no other', async () => {
  await using shop = await openTestShop()
  const { product } = await answered(shop.admin.post('/admin/products', shirt()))
  const change = async (body: object) =>
    (await answered(shop.admin.post(`/admin/products/${product.id}`, body))).product.thumbnail
  expect(product.thumbnail).toBeNull()
  expect(await change({ images: ['https://x/1.png', 'https://x/2.png'] })).toBe('https://x/1.png')
  expect(await change({ images: ['https://x/3.png'] })).toBe('https://x/1.png')
  expect(await change({ images: [], thumbnail: null })).toBeNull()
  expect(await change({ images: ['https://x/3.png'], thumbnail: 'https://x/4.png' })).toBe('https://x/4.png')
})

test('a product is made with all that belongs to it', async () => {
  await using shop = await openTestShop()
  const body = shirt({
    images: ['https://x/1.png', 'https://x/2.png'],
    type: { value: 'clothes' },
    tags: [{ value: 'new' }, { value: 'blue' }],
    weight: 300,
    metadata: { a: 1 },
  })
  const { product } = await answered(shop.admin.post('/admin/products', body))
  const { store } = await answered(shop.admin.get('/admin/store'))
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
  expect(product.tags.map((tag: Json) => tag.value).sort()).toEqual(['blue', 'new'])
  expect((await answered(shop.admin.get(`/admin/products/${product.id}`))).product).toEqual(product)
})

test('a gift card has a profile of its own and is never discounted', async () => {
  await using shop = await openTestShop()
  const body = { title: 'Gift card', is_giftcard: true, discountable: true }
  const { product } = await answered(shop.admin.post('/admin/products?expand=profile', body))
  expect(product).toMatchObject({ is_giftcard: true, discountable: false, profile: { type: 'gift_card' } })
})

test('a price for a region is in the currency of the region', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region({ currency_code: 'dkk' })
  const price = { region_id: region.id, amount: 500, min_quantity: 2, max_quantity: 9 }
  const { prices } = await shop.given.variant({ options: [], variants: [{ title: 'One', prices: [price] }] })
  expect(prices).toMatchObject([{ ...price, currency_code: 'dkk' }])
})

test('tags and types are shared by their value', async () => {
  await using shop = await openTestShop()
  const body = { tags: [{ value: 'new' }], type: { value: 'clothes' } }
  const [one, two] = [await shop.given.product(body), await shop.given.product(body)]
  expect([two.tags, two.type]).toEqual([one.tags, one.type])
  const usage = await answered(shop.admin.get('/admin/products/tag-usage'))
  expect(usage).toEqual({ tags: [{ id: one.tags[0].id, usage_count: '2', value: 'new' }] })
  expect((await answered(shop.admin.get('/admin/products/types'))).types).toEqual([one.type])
  expect((await answered(shop.admin.get('/admin/product-types?q=CLOTH'))).product_types).toEqual([one.type])
  expect(await answered(shop.admin.get('/admin/product-tags?value=old'))).toEqual({
    product_tags: [],
    count: 0,
    offset: 0,
    limit: 10,
  })
})

test('a handle is made fit for an address, and there must be one', async () => {
  await using shop = await openTestShop()
  const handleOf = async (body: object) => (await answered(shop.admin.post('/admin/products', body))).product.handle
  expect(await handleOf({ title: 'x', handle: 'My_own-Handle2' })).toBe('My_own-Handle2')
  expect(await handleOf({ title: 'x', handle: 'Über uns/hier' })).toBe('uber-uns-hier')
  expect(await handleOf({ title: 'One 2', handle: '' })).toBe('one-2')
  await refuses(shop.admin.post('/admin/products', { title: '!!!' }), 400, 'invalid_data', 'handle should not be empty')
})

test('a product that does not fit is refused, and nothing of it stays', async () => {
  await using shop = await openTestShop()
  const one = (over = {}) => ({ title: 'New', options: [{ title: 'Size' }], variants: [variant(over)] })
  const variant = (over = {}) => ({ title: 'V', prices: [], options: values('a'), ...over })
  await answered(shop.admin.post('/admin/products', shirt({ handle: 'taken' })))
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
      { title: 'x', options: [{ title: 'a' }], variants: [variant({ options: values('a', 'b') })] },
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
  expect((await answered(shop.admin.get('/admin/products?fields=title&expand='))).count).toBe(1)
})

test('a stranger neither reads nor changes products', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.product()
  for (const path of ['/admin/products', `/admin/products/${id}`, '/admin/variants', '/admin/product-tags'])
    await refuses(shop.get(path), 401, 'unauthorized', 'Unauthorized')
  await refuses(shop.post(`/admin/products/${id}`, { title: 'Mine' }), 401, 'unauthorized', 'Unauthorized')
  await refuses(shop.delete(`/admin/products/${id}`), 401, 'unauthorized', 'Unauthorized')
})

test('what is not there is not found', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.product()
  const missing = 'Product with id: prod_no was not found'
  await refuses(shop.admin.get('/admin/products/prod_no'), 404, 'not_found', missing)
  await refuses(shop.admin.post('/admin/products/prod_no', { title: 'x' }), 404, 'not_found', missing)
  await refuses(
    shop.admin.post('/admin/products/prod_no/metadata', { key: 'a', value: 'b' }),
    404,
    'not_found',
    missing,
  )
  const variant = 'Variant with id: variant_no was not found'
  await refuses(shop.admin.get('/admin/variants/variant_no'), 404, 'not_found', variant)
  await refuses(shop.admin.post(`/admin/products/${id}/variants/variant_no`, { title: 'x' }), 404, 'not_found', variant)
})

test('products are found by what they are and have, each once and counted once', async () => {
  await using shop = await openTestShop()
  const { product } = await answered(
    shop.admin.post('/admin/products', shirt({ status: 'proposed', tags: [{ value: 'a' }, { value: 'b' }] })),
  )
  await shop.given.product({ description: '100% wool' })
  const found = async (query: string) => {
    const { products, count } = await answered(shop.admin.get(`/admin/products?${query}`))
    expect(count).toBe(products.length)
    return titles(products)
  }
  const [first, second] = [product.title, 'Product 1']
  expect(await found('')).toEqual([second, first])
  expect(await found('order=title')).toEqual([first, second])
  expect(await found('q=SHIRT')).toEqual([first])
  expect(await found('q=irt-s')).toEqual([first])
  expect(await found('q=100%25')).toEqual([second])
  expect(await found('q=0%25%20w_ol')).toEqual([])
  expect(await found('status[]=proposed&status[]=rejected')).toEqual([first])
  expect(await found('status=draft')).toEqual([])
  expect(await found(`tags[]=${product.tags[0].id}&tags[]=${product.tags[1].id}`)).toEqual([first])
  expect(await found(`id=${product.id}`)).toEqual([first])
  expect(await found(`handle=${product.handle}`)).toEqual([first])
  expect(await found(`sales_channel_id[]=${product.sales_channels[0].id}`)).toEqual([second, first])
  expect(await found('sales_channel_id[]=sc_no')).toEqual([])
  expect(await found('price_list_id[]=pl_no')).toEqual([])
  expect(await found('discount_condition_id=discon_no')).toEqual([])
  expect(await found('is_giftcard=true')).toEqual([])
  await refuses(
    shop.admin.get('/admin/products?status=sold'),
    400,
    'invalid_data',
    'each value in status must be one of the following values: draft, proposed, published, rejected',
  )
  await refuses(
    shop.admin.get('/admin/products?order=variants.calculated_price'),
    400,
    'invalid_data',
    'Order field variants.calculated_price is not valid',
  )
})

test('a product is read in part', async () => {
  await using shop = await openTestShop()
  const { id, title, profile_id } = await shop.given.product()
  const read = async (query: string) => (await answered(shop.admin.get(`/admin/products/${id}?${query}`))).product
  expect(await read('fields=title&expand=')).toEqual({ id, title })
  expect((await read('fields=title&expand=profiles')).profiles).toMatchObject([{ id: profile_id }])
  expect((await read('fields=title,profiles.name&expand=profiles')).profiles).toEqual([
    { id: profile_id, name: 'Default Shipping Profile' },
  ])
  expect(Object.keys((await read('fields=variants.sku&expand=variants')).variants[0])).toEqual(['id', 'sku'])
  await refuses(
    shop.admin.get(`/admin/products/${id}?expand=wings`),
    400,
    'invalid_data',
    'Requested fields [wings] are not valid',
  )
})

test('an update changes only what it names, and replaces the lists that it names', async () => {
  await using shop = await openTestShop()
  const before = (
    await answered(
      shop.admin.post(
        '/admin/products',
        shirt({
          tags: [{ value: 'old' }],
          images: ['https://x/1.png'],
          type: { value: 'a' },
          metadata: { a: 1, b: 2 },
        }),
      ),
    )
  ).product
  const path = `/admin/products/${before.id}`
  const change = async (body: object) => (await answered(shop.admin.post(path, body))).product
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
  await refuses(
    shop.admin.post(path, { title: null }),
    400,
    'invalid_data',
    "Can't insert null value in field title on insert in table product",
  )
  expect((await shop.admin.post(path, { status: null })).status).toBe(400)
  await refuses(
    shop.admin.post(path, { is_giftcard: true }),
    400,
    'invalid_data',
    'property is_giftcard should not exist',
  )
})

test('an update that names variants keeps these, in this order, and no others', async () => {
  await using shop = await openTestShop()
  const { product } = await answered(shop.admin.post('/admin/products', shirt()))
  const [small, medium] = product.variants
  const choices = product.options.map((option: Json) => ({ option_id: option.id, value: 'new' }))
  const { product: changed } = await answered(
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
  await refuses(
    shop.admin.post(`/admin/products/${product.id}`, { variants: [{ id: small.id }] }),
    404,
    'not_found',
    `Variant with id: ${small.id} was not found`,
  )
})

test('variants trade their values and codes in one update', async () => {
  await using shop = await openTestShop()
  const { product } = await answered(shop.admin.post('/admin/products', shirt()))
  const [small, medium] = product.variants
  const path = `/admin/products/${product.id}`
  await answered(shop.admin.post(`${path}/variants/${medium.id}`, { sku: 'shirt-m', barcode: '2' }))
  const size = (value: string) => [{ option_id: product.options[0].id, value }]
  const all = product.options.map((option: Json) => ({ option_id: option.id, value: 'L' }))
  const change = (...variants: Json[]) => shop.admin.post(path, { variants })
  const { product: traded } = await answered(
    change(
      { id: small.id, sku: 'shirt-m', options: size('M') },
      { id: medium.id, sku: 'shirt-s', barcode: null, options: size('S') },
      { title: 'L', sku: 'shirt-l', barcode: '2', prices: [], options: all },
    ),
  )
  const facts = ({ sku, barcode, options }: Json) => [sku, barcode, ...options.map(({ value }: Json) => value)]
  expect(traded.variants.map(facts)).toEqual([
    ['shirt-m', null, 'M', 'blue'],
    ['shirt-s', null, 'S', 'blue'],
    ['shirt-l', '2', 'L', 'L'],
  ])
  const kept = change({ id: small.id, sku: 'shirt-s' }, { id: medium.id })
  await refuses(
    kept,
    422,
    'duplicate_error',
    'Product_variant with sku shirt-s already exists.',
    'invalid_request_error',
  )
  const same = change({ id: small.id, options: size('S') }, { id: medium.id, options: size('S') })
  await refusesSaying(same, 422, 'Variant with title M with provided options already exists')
})

test('a deleted product is gone with its variants, and its handle and sku are free', async () => {
  await using shop = await openTestShop()
  const { product } = await answered(shop.admin.post('/admin/products', shirt()))
  for (const id of [product.id, product.id, 'prod_no'])
    expect(await answered(shop.admin.delete(`/admin/products/${id}`))).toEqual({ id, object: 'product', deleted: true })
  expect((await shop.admin.get(`/admin/products/${product.id}`)).status).toBe(404)
  expect((await shop.admin.get(`/admin/variants/${product.variants[0].id}`)).status).toBe(404)
  const { products } = await answered(shop.admin.get('/admin/products?deleted_at[gt]=2020-01-01&fields=title&expand='))
  expect(products).toEqual([{ id: product.id, title: product.title }])
  await answered(shop.admin.post('/admin/products', shirt()))
})

test('one key of the metadata is set', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.product({ metadata: { a: 1 } })
  const { product } = await answered(shop.admin.post(`/admin/products/${id}/metadata`, { key: 'b', value: 'two' }))
  expect(product.metadata).toEqual({ a: 1, b: 'two' })
})
