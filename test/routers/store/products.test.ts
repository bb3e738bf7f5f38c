import { expect, test } from 'vitest'
import { PriceList } from '#entities/catalogue/price-list/price-list.ts'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ids = (rows: { id: string }[]) => rows.map((row) => row.id)

async function otherChannel(shop: TestShop) {
  return (await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Other', description: 'x' })))
    .sales_channel
}

/** Creates a price of 400 euro cents for a customer group and returns the group. */
async function memberPrice(shop: TestShop, variant_id: string): Promise<CustomerGroup> {
  const em = shop.orm.em.fork()
  const group = em.create(CustomerGroup, { name: 'Members' })
  const list = em.create(PriceList, { name: 'x', description: 'x', status: 'active', customer_groups: [group] })
  em.create(MoneyAmount, { variant_id, currency_code: 'eur', amount: 400, price_list_id: list.id })
  await em.flush()
  return group
}

test('the storefront lists published products of the main channel or the given channel', async () => {
  await using shop = await openTestShop()
  const channel = await otherChannel(shop)
  const shown = await shop.given.product()
  const other = await shop.given.product({ sales_channels: [{ id: channel.id }] })
  const draft = await shop.given.product({ status: 'draft' })
  const page = await expectSuccess(shop.get('/store/products'))
  expect(page).toMatchObject({ count: 1, offset: 0, limit: 100, products: [{ id: shown.id }] })
  const inOther = await expectSuccess(shop.get(`/store/products?sales_channel_id[]=${channel.id}`))
  expect(ids(inOther.products)).toEqual([other.id])
  for (const { id, variants } of [other, draft]) {
    await expectError(shop.get(`/store/products/${id}`), 404, 'not_found', `Product with id: ${id} was not found`)
    const variant = `Variant with id: ${variants[0].id} was not found`
    await expectError(shop.get(`/store/variants/${variants[0].id}`), 404, 'not_found', variant)
  }
  expect(ids((await expectSuccess(shop.get('/store/variants'))).variants)).toEqual(ids(shown.variants))
  await expectSuccess(shop.get(`/store/products/${other.id}?sales_channel_id=${channel.id}`))
  await expectSuccess(shop.get(`/store/variants/${other.variants[0].id}?sales_channel_id=${channel.id}`))
})

test('a product includes its public relations but no internal fields', async () => {
  await using shop = await openTestShop()
  const createdProduct = await shop.given.product({
    images: ['https://x/1.png'],
    tags: [{ value: 'new' }],
    type: { value: 'a' },
  })
  const { product } = await expectSuccess(shop.get(`/store/products/${createdProduct.id}`))
  expect(product).toMatchObject({
    id: createdProduct.id,
    profile_id: createdProduct.profile_id,
    profiles: [{ id: createdProduct.profile_id }],
    images: [{ url: 'https://x/1.png' }],
    tags: [{ value: 'new' }],
    type: { value: 'a' },
    collection: null,
    options: [{ title: 'Size', values: [{ value: 'V0' }] }],
    variants: [{ prices: [{ amount: 1000 }], options: [{ value: 'V0' }], calculated_price: null }],
  })
  for (const path of ['variants.prices.price_list', 'profiles.shipping_options', 'collection.products'])
    await expectError(
      shop.get(`/store/products/${createdProduct.id}?expand=${path}`),
      400,
      'invalid_data',
      `Requested fields [${path}] are not valid`,
    )
})

test('prices depend on the region, the region of the cart or the currency', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region({ tax_rate: 25 })
  const { id } = await shop.given.product({
    options: [],
    variants: [
      {
        title: 'One',
        prices: [
          { currency_code: 'eur', amount: 1000 },
          { currency_code: 'usd', amount: 900 },
        ],
      },
    ],
  })
  const cart = await shop.given.cart({ region })
  for (const query of [`region_id=${region.id}`, `cart_id=${cart.id}`, `cart_id=${cart.id}&currency_code=usd`]) {
    const { product } = await expectSuccess(shop.get(`/store/products/${id}?${query}`))
    expect(product.variants[0]).toMatchObject({
      calculated_price: 1000,
      calculated_price_incl_tax: 1250,
      calculated_tax: 250,
      tax_rates: [{ rate: 25 }],
      prices: [{ amount: 1000 }],
    })
    const { products } = await expectSuccess(shop.get(`/store/products?id=${id}&${query}`))
    expect(products[0].variants).toEqual(product.variants)
  }
  const { product } = await expectSuccess(shop.get(`/store/products/${id}?currency_code=USD`))
  expect(product.variants[0]).toMatchObject({ calculated_price: 900, calculated_tax: null, tax_rates: null })
  const query = `?fields=title,variants.calculated_price&expand=variants&region_id=${region.id}`
  expect((await expectSuccess(shop.get(`/store/products/${id}${query}`))).product.variants[0]).toEqual({
    id: product.variants[0].id,
    calculated_price: 1000,
  })
  await expectError(shop.get('/store/products?region_id=reg_no'), 404, 'not_found', 'Region with reg_no was not found')
  await expectError(shop.get('/store/products?cart_id=cart_no'), 404, 'not_found', 'Cart with cart_no was not found')
})

test('a price for a customer group is returned only to its members', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const variant = await shop.given.variant()
  const group = await memberPrice(shop, variant.id)
  const member = await shop.given.customer()
  const customer_ids = [{ id: member.id }]
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, { customer_ids }))
  const price = async (by: Pick<TestShop, 'get'>, query: string) => {
    const { variant: shown } = await expectSuccess(by.get(`/store/variants/${variant.id}?${query}`))
    return [shown.calculated_price, shown.calculated_price_type, shown.prices.map((row) => row.amount)]
  }
  const query = `region_id=${region.id}`
  expect(await price(member, query)).toEqual([400, 'sale', [1000, 400]])
  expect(await price(shop, query)).toEqual([1000, 'default', [1000]])
  expect(await price(await shop.given.customer(), query)).toEqual([1000, 'default', [1000]])
  expect(await price(shop, '')).toEqual([null, null, [1000]])
  expect(await price(member, '')).toEqual([null, null, [1000, 400]])
})

test('a tax rate of a product or its type replaces the rate of the region', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region({ tax_rate: 20 })
  const product = await shop.given.product({ type: { value: 'books' } })
  const rate = (body: object) =>
    expectSuccess(shop.admin.post('/admin/tax-rates', { code: 'x', name: 'x', region_id: region.id, ...body }))
  const shown = async () =>
    (await expectSuccess(shop.get(`/store/products/${product.id}?region_id=${region.id}`))).product.variants[0]
  expect(await shown()).toMatchObject({ calculated_tax: 200 })
  expect((await shown()).tax_rates).toEqual([{ rate: 20, name: 'default', code: 'default' }])
  const { tax_rate } = await rate({ rate: 5, product_types: [product.type_id] })
  expect((await shown()).tax_rates).toEqual([tax_rate])
  await rate({ rate: 2, products: [product.id] })
  expect((await shown()).tax_rates.map((line) => line.rate)).toEqual([5, 2])
  expect((await shown()).calculated_tax).toBe(70)
  await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { automatic_taxes: false }))
  expect(await shown()).toMatchObject({ calculated_price: 1000, calculated_tax: null, tax_rates: null })
})

test('products can be searched by text and filtered by their relations', async () => {
  await using shop = await openTestShop()
  const shirt = await shop.given.product({ title: 'Blue shirt', tags: [{ value: 'new' }], type: { value: 'clothes' } })
  const mug = await shop.given.product({ description: 'A blue mug' })
  await shop.given.product({ title: 'Blue draft', status: 'draft' })
  const listIds = async (query: string) => ids((await expectSuccess(shop.get(`/store/products?${query}`))).products)
  expect(await listIds('q=BLUE')).toEqual([mug.id, shirt.id])
  expect(await listIds('q=blue?')).toEqual([])
  expect(await listIds('q=blue&order=created_at&limit=1&offset=1')).toEqual([mug.id])
  expect(await listIds(`tags[]=${shirt.tags[0].id}`)).toEqual([shirt.id])
  expect(await listIds(`type_id[]=${shirt.type_id}`)).toEqual([shirt.id])
  expect(await listIds(`handle=${mug.handle}`)).toEqual([mug.id])
  expect(ids((await expectSuccess(shop.post('/store/products/search', { q: 'shirt' }))).hits)).toEqual([shirt.id])
  await expectError(shop.get('/store/products?colour=red'), 400, 'invalid_data', 'property colour should not exist')
  for (const field of ['colour', 'variants.prices.amount', 'variants.metadata', 'metadata', 'images.url', 'type.value'])
    for (const order of [field, `-${field}`])
      await expectError(
        shop.get(`/store/products?order=${order}`),
        400,
        'invalid_data',
        `Order field ${field} is not valid`,
      )
})

test('variants can be filtered by id, title and stock', async () => {
  await using shop = await openTestShop()
  const { variants } = await shop.given.product({ prices: [1, 2, 3], stock: 4 })
  const wanted = ids(variants).slice(0, 2)
  const listIds = async (query: string) =>
    ids((await expectSuccess(shop.get(`/store/variants?${query}`))).variants).sort()
  expect(await listIds(`ids=${wanted.join(',')}`)).toEqual(wanted.sort())
  expect(await listIds(`id[]=${wanted[0]}`)).toEqual([wanted[0]])
  expect(await listIds('title=V2')).toEqual([variants[2].id])
  expect(await listIds('inventory_quantity[lt]=4')).toEqual([])
  expect(await listIds('inventory_quantity=4')).toHaveLength(3)
  expect(Object.keys(await expectSuccess(shop.get('/store/variants')))).toEqual(['variants'])
})
