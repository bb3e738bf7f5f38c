import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Price } from '#test/support/resources.ts'
import { openTestShop } from '#test/support/shop.ts'

const eur = (amount: number, over = {}) => ({ currency_code: 'eur', amount, ...over })

test('a new variant is appended and needs a value for each option', async () => {
  await using shop = await openTestShop()
  const { id, options, variants } = await shop.given.product()
  const path = `/admin/products/${id}/variants`
  const large = (value: string) => ({
    title: 'Large',
    prices: [eur(5)],
    options: [{ option_id: options[0].id, value }],
  })
  const { product } = await expectSuccess(shop.admin.post(path, large('L')))
  expect(product.variants[1]).toMatchObject({
    title: 'Large',
    variant_rank: 1,
    manage_inventory: true,
    inventory_quantity: 0,
    prices: [eur(5)],
    options: [{ value: 'L' }],
  })
  const twin = `Variant with title ${variants[0].title} with provided options already exists`
  await expectError(shop.admin.post(path, large('V0')), 422, 'duplicate_error', twin, 'invalid_request_error')
  await expectError(
    shop.admin.post(path, { title: 'x', prices: [] }),
    400,
    'invalid_data',
    'Product options length does not match variant options length. Product has 1 and variant has 0.',
  )
  await expectError(
    shop.admin.post(path, { title: 'x', prices: [], options: [{ option_id: 'opt_no', value: 'x' }] }),
    400,
    'invalid_data',
    'Variant options do not contain value for Size',
  )
})

test('simultaneous requests create equal variants once', async () => {
  await using shop = await openTestShop()
  const { id, options } = await shop.given.product()
  const body = { title: 'Large', prices: [], options: [{ option_id: options[0].id, value: 'L' }] }
  const add = () => shop.admin.post(`/admin/products/${id}/variants`, body)
  const replies = await Promise.all([add(), add(), add()])
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422, 422])
})

test('an update replaces the prices of a variant and keeps the ids of unchanged prices', async () => {
  await using shop = await openTestShop()
  const { id, variants } = await shop.given.product({
    options: [],
    variants: [{ title: 'One', prices: [eur(10), eur(8, { min_quantity: 5 }), { currency_code: 'usd', amount: 9 }] }],
  })
  const [ten, eight] = variants[0].prices
  const path = `/admin/products/${id}/variants/${variants[0].id}`
  const prices = async (body: object) => (await expectSuccess(shop.admin.post(path, body))).product.variants[0].prices
  const brief = (rows: readonly Price[]) => rows.map((row) => [row.id, row.amount])
  expect(brief(await prices({ title: 'Two' }))).toEqual(brief(variants[0].prices))
  expect(brief(await prices({ prices: [eur(11), { id: eight.id, amount: 7, min_quantity: 5 }] }))).toEqual([
    [ten.id, 11],
    [eight.id, 7],
  ])
  await expectError(
    shop.admin.post(path, { prices: [eur(1, { min_quantity: 3, max_quantity: 2 })] }),
    400,
    'invalid_data',
    '"max_quantity" must not be less than "min_quantity"',
  )
  await expectError(
    shop.admin.post(path, { prices: [{ id: 'ma_no', amount: 1 }] }),
    404,
    'not_found',
    'Money amount with id: ma_no was not found',
  )
  expect(await prices({ prices: [] })).toEqual([])
})

test('variants created with their product need distinct, non-empty option values', async () => {
  await using shop = await openTestShop()
  const variants = (...values: string[]) =>
    values.map((value, i) => ({ title: `V${i}`, prices: [], options: [{ value }] }))
  const add = (...values: string[]) =>
    shop.admin.post('/admin/products', {
      title: 'Shirt',
      options: [{ title: 'Size' }],
      variants: variants(...values),
    })
  await expectError(
    add('S', 'M', 'S'),
    422,
    'duplicate_error',
    'Variant with title V0 with provided options already exists',
    'invalid_request_error',
  )
  await expectError(add('S', ''), 400, 'invalid_data', 'value should not be empty')
  const { product } = await expectSuccess(add('S', 'M'))
  const options = [{ option_id: product.options[0].id, value: '' }]
  for (const path of ['variants', `variants/${product.variants[0].id}`])
    await expectError(
      shop.admin.post(`/admin/products/${product.id}/${path}`, { title: 'x', prices: [], options }),
      400,
      'invalid_data',
      'value should not be empty',
    )
})

test('an update cannot give two variants the same option values', async () => {
  await using shop = await openTestShop()
  const { id, options, variants } = await shop.given.product({ prices: [1, 2] })
  const path = `/admin/products/${id}/variants/${variants[1].id}`
  const choose = (value: string) => shop.admin.post(path, { options: [{ option_id: options[0].id, value }] })
  await expectError(
    choose('V0'),
    422,
    'duplicate_error',
    'Variant with title V0 with provided options already exists',
    'invalid_request_error',
  )
  expect((await expectSuccess(choose('V2'))).product.variants[1].options).toMatchObject([{ value: 'V2' }])
})

test('a variant with a negative stock can stop allowing backorders', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const product = await shop.given.product({ stock: 1 })
  const [{ id }] = product.variants
  const path = `/admin/products/${product.id}/variants/${id}`
  const stock = async (body: object) => (await expectSuccess(shop.admin.post(path, body))).product.variants[0]
  await stock({ allow_backorder: true })
  await shop.given.order({ region, lines: [[{ id }, 4]] })
  expect(await stock({ allow_backorder: false })).toMatchObject({ allow_backorder: false, inventory_quantity: -3 })
  expect(await stock({ title: 'Sold out', inventory_quantity: -3 })).toMatchObject({ inventory_quantity: -3 })
  for (const inventory_quantity of [-4, -2])
    await expectError(
      shop.admin.post(path, { inventory_quantity }),
      400,
      'invalid_data',
      'inventory_quantity must not be less than 0',
    )
  expect(await stock({ inventory_quantity: 2 })).toMatchObject({ inventory_quantity: 2 })
})

test('deleting a variant is idempotent and limited to its own product', async () => {
  await using shop = await openTestShop()
  const { id, variants } = await shop.given.product({ prices: [1, 2] })
  for (let i = 0; i < 2; i++) {
    const answer = await expectSuccess(shop.admin.delete(`/admin/products/${id}/variants/${variants[0].id}`))
    expect(answer).toMatchObject({ variant_id: variants[0].id, object: 'product-variant', deleted: true })
    expect(answer.product.variants).toHaveLength(1)
  }
  const other = await shop.given.variant()
  await expectSuccess(shop.admin.delete(`/admin/products/${id}/variants/${other.id}`))
  expect((await shop.admin.get(`/admin/variants/${other.id}`)).status).toBe(200)
})

test('deleting a variant frees its option values', async () => {
  await using shop = await openTestShop()
  const { id, variants, options } = await shop.given.product({ prices: [1, 2] })
  const [option] = options
  const values = async () =>
    (await expectSuccess(shop.get(`/store/products/${id}`))).product.options[0].values.map(({ value }) => value)
  const before = await values()
  await expectSuccess(shop.admin.delete(`/admin/products/${id}/variants/${variants[0].id}`))
  expect(await values()).toEqual(before.slice(1))
  const again = { title: 'Again', prices: [], options: [{ option_id: option.id, value: before[0] }] }
  await expectSuccess(shop.admin.post(`/admin/products/${id}/variants`, again))
  expect(await values()).toEqual([...before.slice(1), before[0]])
})

test('variants can be listed for one product or for all', async () => {
  await using shop = await openTestShop()
  const { id, variants } = await shop.given.product({ prices: [1, 2], stock: 7 })
  await shop.given.variant({ stock: 3 })
  const page = await expectSuccess(shop.admin.get(`/admin/products/${id}/variants`))
  const one = await expectSuccess(shop.admin.get(`/admin/products/${id}/variants?id=${variants[1].id}`))
  expect(one).toMatchObject({ count: 1, variants: [{ title: 'V1' }] })
  expect(page).toMatchObject({ count: 2, offset: 0, limit: 100, variants: [{ title: 'V0' }, { title: 'V1' }] })
  const count = async (query: string) => (await expectSuccess(shop.admin.get(`/admin/variants?${query}`))).count
  expect(await count('')).toBe(3)
  expect(await count('inventory_quantity=3')).toBe(1)
  expect(await count('inventory_quantity[gt]=3')).toBe(2)
  expect(await count('title[]=V1')).toBe(1)
  expect(await count('q=v1')).toBe(1)
  expect(await count('q=product')).toBe(3)
  expect(await count('manage_inventory=false')).toBe(0)
  expect(await count(`id=${variants[0].id}`)).toBe(1)
  expect(await expectSuccess(shop.admin.get('/admin/variants?limit=1&offset=1'))).toMatchObject({ offset: 1, limit: 1 })
  expect(await expectSuccess(shop.admin.get('/admin/variants'))).toMatchObject({ offset: 0, limit: 20 })
})

test('a variant includes its prices in a region', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const variant = await shop.given.variant()
  const list = async (query: string) =>
    (await expectSuccess(shop.admin.get(`/admin/variants?id=${variant.id}${query}`))).variants[0]
  expect(await list('')).toMatchObject({ calculated_price: null, prices: [{ amount: 1000 }] })
  expect(await list(`&region_id=${region.id}`)).toMatchObject({
    original_price: 1000,
    calculated_price: 1000,
    calculated_price_type: 'default',
    calculated_price_incl_tax: 1200,
    calculated_tax: 200,
    tax_rates: [{ rate: 20, name: 'default', code: 'default' }],
    prices: [{ amount: 1000 }],
  })
  expect(await list('&currency_code=usd')).toMatchObject({ calculated_price: null, prices: [] })
  await expectError(
    shop.admin.get('/admin/variants?region_id=reg_no'),
    404,
    'not_found',
    'Region with reg_no was not found',
  )
})

test('calculated prices come from public price lists and name their list', async () => {
  await using shop = await openTestShop()
  const { id: product_id, variants } = await shop.given.product()
  const variant_id = variants[0].id
  const group = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Friends' }))
  const list = async (name: string, amount: number, over = {}) =>
    expectSuccess(
      shop.admin.post('/admin/price-lists', {
        name,
        description: name,
        type: 'sale',
        status: 'active',
        prices: [eur(amount, { variant_id })],
        ...over,
      }),
    )
  await list('Now', 900)
  await list('Draft', 800, { status: 'draft' })
  await list('Later', 700, { starts_at: new Date(Date.now() + 864e5) })
  await list('For friends', 600, { customer_groups: [{ id: group.customer_group.id }] })
  const brief = (prices: readonly Price[]) => prices.map((price) => [price.amount, price.price_list?.name]).sort()
  const defaultPrice = [1000, undefined]
  for (const expand of ['', '&expand=prices']) {
    const { variants: listed } = await expectSuccess(shop.admin.get(`/admin/variants?id=${variant_id}${expand}`))
    expect(brief(listed[0].prices)).toEqual([defaultPrice, [900, 'Now']])
  }
  const { variant } = await expectSuccess(shop.admin.get(`/admin/variants/${variant_id}`))
  const { product } = await expectSuccess(shop.admin.get(`/admin/products/${product_id}`))
  for (const { prices } of [variant, product.variants[0]]) expect(prices).toMatchObject([{ price_list: null }])
})

test('an administrator reads the prices of another time', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const { id } = await shop.given.variant()
  const times = { starts_at: '2031-03-01T00:00:00Z', ends_at: '2031-04-01T00:00:00Z' }
  const prices = [eur(700, { variant_id: id })]
  const input = { name: 'Spring', description: 'Spring', type: 'sale', status: 'active', prices, ...times }
  await expectSuccess(shop.admin.post('/admin/price-lists', input))
  const priceAt = async (query: string) =>
    (await expectSuccess(shop.admin.get(`/admin/variants?id=${id}&region_id=${region.id}${query}`))).variants[0]
      ?.calculated_price
  expect(await priceAt('')).toBe(1000)
  expect(await priceAt('&prices_at=2031-03-15T00:00:00Z')).toBe(700)
  expect(await priceAt('&prices_at=2031-04-01T00:00:00Z')).toBe(1000)
  expect((await shop.admin.get('/admin/variants?prices_at=soon')).status).toBe(400)
  expect((await shop.get(`/store/variants/${id}?prices_at=2031-03-15T00:00:00Z`)).status).toBe(400)
})

test('a variant includes its calculated prices for any requested fields', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const { id } = await shop.given.variant()
  const query = `fields=title&region_id=${region.id}`
  const { variants } = await expectSuccess(shop.admin.get(`/admin/variants?id=${id}&${query}`))
  const { variant } = await expectSuccess(shop.get(`/store/variants/${id}?${query}`))
  for (const shown of [variants[0], variant])
    expect(shown).toMatchObject({ id, calculated_price: 1000, calculated_price_incl_tax: 1200 })
  expect(variant).not.toHaveProperty('sku')
})
