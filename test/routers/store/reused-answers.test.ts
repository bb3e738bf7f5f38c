import { once } from 'node:events'
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Product as ProductEntity } from '#entities/catalogue/product/product.ts'
import { ProductImage } from '#entities/catalogue/product/product-image.ts'
import { mergeCatalogueChanges } from '#entities/catalogue/version/catalogue-version.ts'
import { setClock } from '#entities/values/clock.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { executeSql } from '#test/support/postgres.ts'
import type { Product, Region } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* A response of the catalogue is reused as long as PostgreSQL has the same version, and never longer. */

const statements = new Set<string>()
/** Runs once, before the next check of the version. */
let beforeCheck: (() => Promise<unknown>) | undefined
let shop: TestShop
let region: Region
let product: Product
beforeAll(async () => {
  const measure = async <Result>(texts: readonly string[], send: () => Promise<Result>) => {
    for (const text of texts) statements.add(text)
    if (beforeCheck && texts.some((text) => text.includes('from catalogue_change'))) {
      const change = beforeCheck
      beforeCheck = undefined
      await change()
    }
    return send()
  }
  shop = await openTestShop({ measure })
  region = await shop.given.region()
  product = await shop.given.product({ prices: [1000, 2000], images: ['https://example.com/a.jpg'] })
  await shop.given.shippingOption(region)
})
afterEach(() => setClock(Date.now()))
afterAll(() => shop[Symbol.asyncDispose]())

const path = () => `/store/products/${product.id}?region_id=${region.id}`
const read = async (by: Pick<Caller, 'get'> = shop) =>
  (await expectSuccess(by.get(`/store/products/${product.id}?region_id=${region.id}`))).product
const priceFor = async (by?: Pick<Caller, 'get'>) => (await read(by)).variants?.[0]?.calculated_price
const sql = (text: string) => executeSql(shop.databaseUrl, text)

test('a response is reused until the version changes', async () => {
  const { title } = await read()
  await shop.orm.em.fork().transactional(async (em) => {
    await em.execute('set local session_replication_role = replica')
    await em.nativeUpdate(ProductEntity, { id: product.id }, { title: 'Unseen' })
  })
  expect((await read()).title).toBe(title)
  await changeRows(shop, ProductEntity, { id: product.id }, { subtitle: 'Seen' })
  expect(await read()).toMatchObject({ title: 'Unseen', subtitle: 'Seen' })
})

test('merging the changes keeps the version', async () => {
  const version = async () =>
    (await sql('select mod(sum(delta), 9007199254740992)::text as sum from catalogue_change'))[0]?.sum
  for (let i = 0; i < 101; i++) await changeRows(shop, ProductEntity, { id: product.id }, { subtitle: String(i) })
  const before = await version()
  await mergeCatalogueChanges(shop.orm.em.fork())
  expect(await sql('select count(*)::int as count from catalogue_change')).toEqual([{ count: 1 }])
  expect(await version()).toBe(before)
})

describe('the next response shows', () => {
  const changes: [what: string, change: () => Promise<unknown>][] = [
    ['a product', () => shop.admin.post(`/admin/products/${product.id}`, { title: `Title ${Math.random()}` })],
    [
      'a price',
      () => {
        const prices = [{ currency_code: 'eur', amount: Math.ceil(Math.random() * 1e6) }]
        return shop.admin.post(`/admin/products/${product.id}/variants/${product.variants[0].id}`, { prices })
      },
    ],
    [
      'a variant',
      () => shop.admin.post(`/admin/products/${product.id}/variants/${product.variants[1].id}`, { material: 'Wool' }),
    ],
    ['the stock', () => shop.given.stock(product.variants[0], Math.ceil(Math.random() * 1e6))],
    ['a tax rate', () => shop.admin.post(`/admin/regions/${region.id}`, { tax_rate: Math.random() * 100 })],
    ['an image', () => changeRows(shop, ProductImage, {}, { url: `https://example.com/${Math.random()}.jpg` })],
  ]
  test.each(changes)('a change of %s', async (_, change) => {
    const before = await read()
    expect(await read()).toEqual(before)
    await change()
    expect(await read()).not.toEqual(before)
  })

  test('a sale', async () => {
    const stock = async () => Number((await read()).variants?.[0]?.inventory_quantity)
    const before = await stock()
    await shop.given.order({ region, lines: [[product.variants[0], 3]] })
    expect(await stock()).toBe(before - 3)
  })
})

test('after a sale, a response shows the new stock without another read of the product', async () => {
  const [first, second] = product.variants
  const metadata = { product: { id: second.id, inventory_quantity: -1 } }
  await changeRows(shop, ProductEntity, { id: product.id }, { metadata, subtitle: 'Before' })
  const list = async () => (await shop.get(`/store/products?id=${product.id}`)).body.products[0]
  const hit = async () => (await shop.post('/store/products/search', { limit: 1 })).body.hits[0]
  const sibling = async () =>
    (await shop.get(`/store/variants/${first.id}?expand=product.variants`)).body.variant.product
  const reads = async () => [await read(), await list(), await hit(), await sibling()]
  const before = await reads()
  await shop.given.order({ region, lines: [[second, 2]] })
  statements.clear()
  const sold = await reads()
  expect(statements.size).toBe(1)
  await changeRows(shop, ProductEntity, { id: product.id }, { subtitle: 'After' })
  const after = await reads()
  for (const [i, { updated_at }] of after.entries()) {
    expect({ ...sold[i], subtitle: 'After', updated_at }).toEqual(after[i])
    expect(sold[i]).not.toEqual(before[i])
  }
})

test('simultaneous requests after a sale show the new stock', async () => {
  const stockBy = async (query: string) =>
    (await expectSuccess(shop.get(`/store/products/${product.id}?${query}`))).product.variants?.[0]?.inventory_quantity
  const [one, other] = [`region_id=${region.id}`, 'expand=variants']
  await stockBy(other)
  const before = Number(await stockBy(one))
  await shop.given.order({ region, lines: [[product.variants[0], 3]] })
  const shown = await Promise.all([one, other, one, one, other, one].map(stockBy))
  expect(new Set(shown)).toEqual(new Set([before - 3]))
})

test('a sale does not change the version', async () => {
  const changes = () => sql('select count(*)::int as count from catalogue_change')
  const before = await changes()
  const cart = await shop.given.payableCart({ region, lines: [[product.variants[0], 1]] })
  await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))
  expect(await changes()).toEqual(before)
})

test('the pages of one version share the count, and a new product changes it', async () => {
  const type = { value: 'Counted' }
  const { type_id } = await shop.given.product({ type })
  const countOf = async (offset: number) =>
    (await shop.get(`/store/products?type_id[]=${type_id}&limit=1&offset=${offset}`)).body.count
  const counts = () => [...statements].filter((text) => text.startsWith('select count'))
  await shop.given.product({ type })
  statements.clear()
  const count = await countOf(0)
  expect(counts()).toHaveLength(1)
  statements.clear()
  expect(await countOf(1)).toBe(count)
  expect(counts()).toHaveLength(0)
  await shop.given.product({ type })
  expect([await countOf(0), await countOf(count), await countOf(count + 1)]).toEqual([count + 1, count + 1, count + 1])
})

test('a price list begins and ends in time', async () => {
  const [variant] = product.variants
  const hour = 3_600_000
  const [starts_at, ends_at] = [new Date(Date.now() + hour), new Date(Date.now() + 2 * hour)]
  const prices = [{ variant_id: variant.id, currency_code: 'eur', amount: 1 }]
  const list = { name: 'Soon', description: 'Sale', type: 'sale', status: 'active', prices, starts_at, ends_at }
  const { price_list } = await expectSuccess(shop.admin.post('/admin/price-lists', list))
  const usual = await priceFor()
  statements.clear()
  expect(await priceFor()).toBe(usual)
  expect(statements.size).toBe(1)
  setClock(Date.now() + 1.5 * hour)
  expect(await priceFor()).toBe(1)
  setClock(Date.now() + 2.5 * hour)
  expect(await priceFor()).toBe(usual)
  await expectSuccess(shop.admin.delete(`/admin/price-lists/${price_list.id}`))
})

test('customers see the prices of their groups, and others do not', async () => {
  const [member, other] = [await shop.given.customer(), await shop.given.customer()]
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'VIP' }))
  const prices = [{ variant_id: product.variants[0].id, currency_code: 'eur', amount: 2 }]
  const list = { name: 'VIP', description: 'VIP', type: 'sale', status: 'active', prices }
  await expectSuccess(shop.admin.post('/admin/price-lists', { ...list, customer_groups: [{ id: customer_group.id }] }))
  const usual = await priceFor()
  expect([await priceFor(member), await priceFor(other)]).toEqual([usual, usual])
  const customer_ids = [{ id: member.id }]
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, { customer_ids }))
  expect([await priceFor(member), await priceFor(other), await priceFor()]).toEqual([2, usual, usual])
  statements.clear()
  expect(await priceFor(member)).toBe(2)
  expect(statements.size).toBe(2)
})

test('a request that begins after a change has been confirmed shows it, also among concurrent requests', async () => {
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: '0' }))
  const changes = 25
  let confirmed = 0
  const write = async () => {
    while (confirmed < changes) {
      await expectSuccess(shop.admin.post(`/admin/collections/${collection.id}`, { title: String(confirmed + 1) }))
      confirmed += 1
    }
  }
  const shown = async () => Number((await shop.get(`/store/collections/${collection.id}`)).body.collection.title)
  const readers = Array.from({ length: 8 }, async () => {
    while (confirmed < changes) {
      const earliest = confirmed
      expect(await shown()).toBeGreaterThanOrEqual(earliest)
    }
  })
  await Promise.all([write(), ...readers])
  expect(await shown()).toBe(changes)
})

test('others do not see the prices of a customer who joins a group during the request', async () => {
  const customer = await shop.given.customer()
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Late' }))
  const prices = [{ variant_id: product.variants[0].id, currency_code: 'eur', amount: 3 }]
  const list = { name: 'Late', description: 'Late', type: 'sale', status: 'active', prices }
  await expectSuccess(shop.admin.post('/admin/price-lists', { ...list, customer_groups: [{ id: customer_group.id }] }))
  const customer_ids = [{ id: customer.id }]
  const path = `/admin/customer-groups/${customer_group.id}/customers/batch`
  beforeCheck = () => expectSuccess(shop.admin.post(path, { customer_ids }))
  await priceFor(customer)
  expect(beforeCheck).toBeUndefined()
  expect(await priceFor()).not.toBe(3)
  expect(await priceFor(customer)).toBe(3)
})

test('a publishable key sees only its channels', async () => {
  const key = await expectSuccess(shop.admin.post('/admin/publishable-api-keys', { title: 'Key' }))
  const { sales_channel } = await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Other' }))
  const channel_ids = { sales_channel_ids: [{ id: sales_channel.id }] }
  const { id } = key.publishable_api_key
  await expectSuccess(shop.admin.post(`/admin/publishable-api-keys/${id}/sales-channels/batch`, channel_ids))
  const client = shop.as({ 'x-publishable-api-key': id })
  expect((await shop.get(path())).status).toBe(200)
  expect((await client.get(path())).status).not.toBe(200)
  await expectSuccess(shop.admin.post(`/admin/publishable-api-keys/${id}/revoke`))
  expect((await client.get(path())).status).toBe(200)
})

test('every table of the catalogue renews the version', async () => {
  statements.clear()
  const lists = ['products', 'variants', 'collections', 'product-categories', 'product-tags', 'product-types']
  for (const list of [...lists, 'regions', 'shipping-options', 'return-reasons'])
    expect((await shop.get(`/store/${list}`)).status).toBe(200)
  for (const at of [path(), `/store/products?q=a&region_id=${region.id}`, '/store/variants?expand=inventory_items'])
    expect((await shop.get(at)).status).toBe(200)
  await expectSuccess(shop.post('/store/products/search', { q: 'a', facets: ['collection_id', 'options', 'tags'] }))
  const words = [...statements].flatMap((text) => text.match(/(?<=\b(?:from|join)\s+"?(?:public"?\.)?"?)\w+/gi) ?? [])
  const rows = await sql(`
    select c.relname as name, bool_or(t.tgname in ('catalogue_changed', 'settings_version')) as is_versioned
    from pg_class c left join pg_trigger t on t.tgrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`)
  const tables = rows.filter(({ name }) => words.includes(String(name)))
  const unversioned = tables.filter(({ is_versioned }) => !is_versioned).map(({ name }) => name)
  expect(tables.length).toBeGreaterThan(25)
  expect(unversioned.toSorted()).toEqual(['catalogue_change', 'product_search', 'settings_version'])
})

describe('over HTTP', () => {
  const send = async (headers: Record<string, string>) => {
    // `fetch` would add `Cache-Control: no-cache`, which prevents a 304.
    const [reply] = await once(request(shop.url + path(), { headers }).end(), 'response')
    return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(await reply.toArray()) }
  }

  test('an unchanged response is 304, and a changed one is not', async () => {
    const { etag = '' } = (await send({})).headers
    expect(await send({ 'if-none-match': etag })).toMatchObject({ status: 304, body: Buffer.alloc(0) })
    await shop.given.stock(product.variants[0], 7)
    expect(await send({ 'if-none-match': etag })).toMatchObject({ status: 200 })
  })

  test('caches ask before each use and distinguish callers', async () => {
    const { headers } = await send({})
    expect(headers['cache-control']).toBe('public, no-cache')
    for (const name of ['Authorization', 'Cookie', 'X-Publishable-Api-Key', 'Accept-Encoding'])
      expect(headers.vary).toContain(name)
    const customer = await shop.given.customer()
    expect((await customer.get(path())).headers.get('cache-control')).toBe('private, no-cache')
  })

  test('a long response is compressed if the client accepts it', async () => {
    const plain = await send({})
    expect(plain.headers['content-encoding']).toBeUndefined()
    const zipped = await send({ 'accept-encoding': 'gzip' })
    expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag })
    expect(gunzipSync(zipped.body)).toEqual(plain.body)
    expect((await send({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('br')
    expect((await send({ 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined()
  })
})
