import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let tops: string
let shoes: string
let apparel: string
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  const collection = async (title: string) =>
    (await expectSuccess(shop.admin.post('/admin/collections', { title }))).collection.id
  const category = async (body: object) =>
    (await expectSuccess(shop.admin.post('/admin/product-categories', { is_active: true, ...body }))).product_category
      .id
  tops = await collection('Tops')
  shoes = await collection('Shoes')
  apparel = await category({ name: 'Apparel' })
  const internal = await category({ name: 'Internal', is_internal: true })
  const categories = [{ id: apparel }, { id: internal }]
  await item('Linen Shirt', {
    ...{ collection_id: tops, categories, type: { value: 'Shirt' }, tags: [{ value: 'summer' }] },
    ...choices([
      ['S', 1000],
      ['M', 1500],
    ]),
  })
  await item('Wool Shirt', {
    ...{ collection_id: tops, categories: [{ id: apparel }], type: { value: 'Shirt' }, tags: [{ value: 'winter' }] },
    ...choices([['M', 3000]]),
  })
  await item('Linen Sandal', {
    ...{ collection_id: shoes, tags: [{ value: 'summer' }] },
    ...choices([['40', 5000]]),
  })
  await item('Secret Shirt', { status: 'draft', collection_id: tops, ...choices([['S', 10]]) })
  const { sales_channel } = await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Wholesale' }))
  await item('Bulk Shirt', { collection_id: tops, sales_channels: [{ id: sales_channel.id }], ...choices([['S', 20]]) })
})
afterAll(() => shop[Symbol.asyncDispose]())

const item = (title: string, body: object) => shop.given.product({ title, ...body })

const choices = (sizes: readonly [size: string, amount: number][]) => ({
  options: [{ title: 'Size' }],
  variants: sizes.map(([value, amount]) => ({
    title: value,
    prices: [{ currency_code: 'eur', amount }],
    options: [{ value }],
  })),
})

const search = async (body: object) => expectSuccess(shop.post('/store/products/search', body))
const facetsOf = async (body: object) => (await search(body)).facets
const titlesOf = (products: readonly { title: string | null }[]) => products.map(({ title }) => title).sort()
const named = (values: readonly { name: string; count: number }[] = []) =>
  values.map(({ name, count }) => [name, count])

describe('facets of a search', () => {
  test('a facet counts the visible products with each value', async () => {
    const facets = await facetsOf({ facets: ['category_id', 'collection_id', 'type_id', 'tags', 'options'] })
    expect(facets?.collection_id).toEqual([
      { id: tops, name: 'Tops', count: 2 },
      { id: shoes, name: 'Shoes', count: 1 },
    ])
    expect(named(facets?.category_id)).toEqual([['Apparel', 2]])
    expect(named(facets?.type_id)).toEqual([['Shirt', 2]])
    expect(named(facets?.tags)).toEqual([
      ['summer', 2],
      ['winter', 1],
    ])
    expect(facets?.options).toEqual([
      { title: 'Size', value: 'M', count: 2 },
      { title: 'Size', value: '40', count: 1 },
      { title: 'Size', value: 'S', count: 1 },
    ])
  })

  test('the answer to a request without facets has only hits', async () => {
    expect(Object.keys(await search({ q: 'shirt' }))).toEqual(['hits'])
    expect((await search({ facets: [] })).facets).toBeUndefined()
  })

  test('a facet counts the products that match the words', async () => {
    expect(named((await facetsOf({ q: 'linen', facets: ['collection_id'] }))?.collection_id)).toEqual([
      ['Shoes', 1],
      ['Tops', 1],
    ])
  })

  test('the selection of a facet narrows the hits and the other facets, but not its own counts', async () => {
    const body = { filter: { collection_id: [tops] }, facets: ['collection_id', 'tags', 'options'] }
    const { hits, facets } = await search(body)
    expect(titlesOf(hits)).toEqual(['Linen Shirt', 'Wool Shirt'])
    expect(named(facets?.collection_id)).toEqual([
      ['Tops', 2],
      ['Shoes', 1],
    ])
    expect(named(facets?.tags)).toEqual([
      ['summer', 1],
      ['winter', 1],
    ])
    const both = await facetsOf({ ...body, filter: { collection_id: [tops], options: { Size: ['40'] } } })
    expect(named(both?.collection_id)).toEqual([['Shoes', 1]])
    expect(named(both?.tags)).toEqual([])
    expect(both?.options).toMatchObject([{ value: 'M' }, { value: 'S' }])
  })

  test('the price facet has the lowest prices of the products in a region or a currency', async () => {
    const price = {
      min: 1000,
      max: 5000,
      ranges: [
        { lt: 2000, count: 1 },
        { gte: 2000, lt: 4000, count: 1 },
        { gte: 4000, count: 1 },
      ],
    }
    for (const market of [{ region_id: region.id }, { currency_code: 'EUR' }])
      expect((await facetsOf({ ...market, facets: ['price'], price_bounds: [4000, 2000] }))?.price).toEqual(price)
    const filter = { price: { gte: 2000, lt: 4000 } }
    const selected = { currency_code: 'eur', filter, facets: ['price', 'collection_id'], price_bounds: [2000, 4000] }
    const { hits, facets } = await search(selected)
    expect(titlesOf(hits)).toEqual(['Wool Shirt'])
    expect(facets?.price).toEqual(price)
    expect(named(facets?.collection_id)).toEqual([['Tops', 1]])
    expect((await facetsOf({ currency_code: 'usd', facets: ['price'] }))?.price).toEqual({
      min: null,
      max: null,
      ranges: [],
    })
  })

  test('a sale of a price list changes the price facet', async () => {
    const [shirt] = (await search({ q: 'wool' })).hits
    const list = await expectSuccess(
      shop.admin.post('/admin/price-lists', {
        ...{ name: 'Sale', description: 'Sale', type: 'sale', status: 'active' },
        prices: [{ amount: 700, currency_code: 'eur', variant_id: shirt?.variants?.[0]?.id }],
      }),
    )
    expect((await facetsOf({ currency_code: 'eur', facets: ['price'] }))?.price?.min).toBe(700)
    await expectSuccess(shop.admin.delete(`/admin/price-lists/${list.price_list.id}`))
    expect((await facetsOf({ currency_code: 'eur', facets: ['price'] }))?.price?.min).toBe(1000)
  })

  test('hits have calculated prices if the request names a region', async () => {
    const { hits } = await search({ q: 'wool', region_id: region.id })
    expect(hits[0]?.variants?.[0]?.calculated_price).toBe(3000)
  })

  test('an invalid facet or filter is refused', async () => {
    const refuse = (body: object, message: string) =>
      expectError(shop.post('/store/products/search', body), 400, 'invalid_data', message)
    await refuse({ facets: ['price'] }, 'Prices need region_id, currency_code or cart_id')
    await refuse({ filter: { price: { lt: 5 } } }, 'Prices need region_id, currency_code or cart_id')
    const options = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`Option ${i}`, ['x']]))
    await refuse({ filter: { options } }, 'options must have at most 20 titles')
    expect((await shop.post('/store/products/search', { facets: ['colour'] })).status).toBe(400)
  })
})

describe('filters of a list for facets', () => {
  const list = async (query: string) => titlesOf((await expectSuccess(shop.get(`/store/products?${query}`))).products)

  test('a list can be filtered by option values', async () => {
    expect(await list('options[Size][]=M')).toEqual(['Linen Shirt', 'Wool Shirt'])
    expect(await list('options[Size][]=S&options[Size][]=40')).toEqual(['Linen Sandal', 'Linen Shirt'])
    expect(await list('options[Size]=S')).toEqual(['Linen Shirt'])
    expect(await list('options[Size]=S&options[Colour]=red')).toEqual([])
  })

  test('a list can be filtered by the lowest price', async () => {
    expect(await list('price[gte]=1500&currency_code=eur')).toEqual(['Linen Sandal', 'Wool Shirt'])
    expect(await list(`price[gt]=1000&price[lte]=3000&region_id=${region.id}`)).toEqual(['Wool Shirt'])
    await expectError(
      shop.get('/store/products?price[lt]=5'),
      400,
      'invalid_data',
      'Prices need region_id, currency_code or cart_id',
    )
  })

  test('a list with a price filter can be paged by cursor', async () => {
    const list = createShopClient({ url: shop.url }).store.products.list
    const page = { price: { gte: 1500 }, currency_code: 'eur', limit: 1 }
    const first = await list.query({ ...page, cursor: null })
    const second = await list.query({ ...page, cursor: first.next_cursor ?? null })
    expect(titlesOf([...first.products, ...second.products])).toEqual(['Linen Sandal', 'Wool Shirt'])
  })

  test('characters that PostgreSQL cannot store are refused', async () => {
    const filter = { options: { 'Si\0ze': ['M'], Size: ['\0'] } }
    expect((await shop.post('/store/products/search', { filter, facets: ['options'] })).status).toBe(400)
    expect((await shop.get('/store/products?options[Si%00ze]=M')).status).toBe(400)
  })
})
