import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Identified, Product, Region, SalesChannel } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

/* A request with a publishable API key is limited to the sales channels of the key. */

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

interface ChannelWithProduct {
  channel: SalesChannel
  product: Product
}

const main = async () => (await expectSuccess(shop.admin.get('/admin/store'))).store.default_sales_channel_id
const channel = async (name: string) =>
  (await expectSuccess(shop.admin.post('/admin/sales-channels', { name }))).sales_channel

/** A sales channel with one product. */
async function createChannelWithProduct(name: string): Promise<ChannelWithProduct> {
  const createdChannel = await channel(name)
  return {
    channel: createdChannel,
    product: await shop.given.product({ title: name, sales_channels: [{ id: createdChannel.id }] }),
  }
}

/** A caller with a key for these channels. `name` adds channels to the key. */
async function callerWithKeyFor(
  ...stalls: ChannelWithProduct[]
): Promise<Caller & { id: string; name(...stalls: ChannelWithProduct[]): Promise<unknown> }> {
  const { id } = (await expectSuccess(shop.admin.post('/admin/publishable-api-keys', { title: 'Web' })))
    .publishable_api_key
  const name = (...more: ChannelWithProduct[]) =>
    expectSuccess(
      shop.admin.post(`/admin/publishable-api-keys/${id}/sales-channels/batch`, {
        sales_channel_ids: more.map((one) => ({ id: one.channel.id })),
      }),
    )
  await name(...stalls)
  return { ...callerWithKey(id), id, name }
}
const callerWithKey = (key: string) => shop.as({ 'x-publishable-api-key': key })

const titles = async (caller: Caller, query = ''): Promise<string[]> =>
  (await expectSuccess(caller.get(`/store/products?order=title${query}`))).products.map(({ title }) => title)
const variants = async (caller: Caller): Promise<string[]> =>
  (await expectSuccess(caller.get('/store/variants'))).variants.map(({ product }) => product.title).sort()
const searchTitles = async (caller: Caller): Promise<string[]> =>
  (await expectSuccess(caller.post('/store/products/search', {}))).hits.map(({ title }) => title).sort()

const THE_KEY = 'the Publishable API Key passed in the header of the request.'
const outOfScope = async (reply: Promise<Reply>, error: string) => {
  const message = 'Provided request body contains errors. Please check the data and retry the request'
  expect(await reply).toMatchObject({ status: 400, body: { type: 'invalid_data', message, errors: [error] } })
}
const noParam = (ids: string) => `Provided sales channel id param: ${ids} is not associated with ${THE_KEY}`

let tea: ChannelWithProduct
let wine: ChannelWithProduct
let mainProduct: Product
beforeEach(async () => {
  for (const { id } of (await expectSuccess(shop.admin.get('/admin/products'))).products)
    await expectSuccess(shop.admin.delete(`/admin/products/${id}`))
  mainProduct = await shop.given.product({ title: 'Main' })
  tea = await createChannelWithProduct('Tea')
  wine = await createChannelWithProduct('Wine')
})

describe('visible products', () => {
  test('a key lists the products of its channels', async () => {
    const caller = await callerWithKeyFor(tea)
    for (const listTitles of [titles, variants, searchTitles]) {
      expect(await listTitles(caller)).toEqual(['Tea'])
      expect(await listTitles(shop)).toEqual(['Main'])
    }
    await caller.name(wine)
    for (const listTitles of [titles, variants, searchTitles]) expect(await listTitles(caller)).toEqual(['Tea', 'Wine'])
  })

  test("a channel filter must be one of the key's channels", async () => {
    const caller = await callerWithKeyFor(tea, wine)
    const other = await createChannelWithProduct('Other')
    const { id } = other.channel
    expect(await titles(caller, `&sales_channel_id[]=${wine.channel.id}`)).toEqual(['Wine'])
    const { variants: all } = await expectSuccess(caller.get('/store/variants?sales_channel_id='))
    expect(all).toHaveLength(2)
    const both = `${wine.channel.id},${id}`
    await outOfScope(caller.get(`/store/products?sales_channel_id[]=${both}`), noParam(both))
    await outOfScope(caller.get(`/store/products/${tea.product.id}?sales_channel_id=${id}`), noParam(id))
    await outOfScope(caller.get(`/store/variants?sales_channel_id=${id}`), noParam(id))
  })

  test('a product or variant of another channel is rejected', async () => {
    const caller = await callerWithKeyFor(tea)
    const path = (thing: Identified) => `/store/products/${thing.id}`
    const variant = ({ variants: [first] }: Pick<Product, 'variants'>) => first.id
    const elsewhere = (thing: string, id: string) =>
      `${thing} with id: ${id} is not associated with sales channels defined by ${THE_KEY}`
    expect((await expectSuccess(caller.get(path(tea.product)))).product.id).toBe(tea.product.id)
    await expectSuccess(caller.get(`/store/variants/${variant(tea.product)}`))
    for (const { id, ...product } of [wine.product, mainProduct]) {
      await outOfScope(caller.get(`/store/products/${id}`), elsewhere('Product', id))
      await outOfScope(caller.get(`/store/variants/${variant(product)}`), elsewhere('Variant', variant(product)))
    }
    const draft = await shop.given.product({ status: 'draft', sales_channels: [{ id: tea.channel.id }] })
    for (const id of [draft.id, 'prod_no'])
      await expectError(caller.get(path({ id })), 404, 'not_found', `Product with id: ${id} was not found`)
    await expectError(
      caller.get('/store/variants/variant_no'),
      404,
      'not_found',
      'Variant with id: variant_no was not found',
    )
  })

  test('a key that is unknown, revoked, deleted or without channels does not limit the products', async () => {
    const [revoked, deleted, empty] = [
      await callerWithKeyFor(tea),
      await callerWithKeyFor(tea),
      await callerWithKeyFor(),
    ]
    await expectSuccess(shop.admin.post(`/admin/publishable-api-keys/${revoked.id}/revoke`))
    await expectSuccess(shop.admin.delete(`/admin/publishable-api-keys/${deleted.id}`))
    for (const caller of [revoked, deleted, empty, callerWithKey('pk_no'), callerWithKey('')])
      expect(await titles(caller)).toEqual(['Main'])
  })

  test('a key excludes deleted channels but not disabled ones', async () => {
    const caller = await callerWithKeyFor(tea, wine)
    await expectSuccess(shop.admin.post(`/admin/sales-channels/${tea.channel.id}`, { is_disabled: true }))
    expect(await titles(caller)).toEqual(['Tea', 'Wine'])
    await expectSuccess(shop.admin.delete(`/admin/sales-channels/${tea.channel.id}`))
    for (const listTitles of [titles, variants, searchTitles]) expect(await listTitles(caller)).toEqual(['Wine'])
    await expectSuccess(shop.admin.delete(`/admin/sales-channels/${wine.channel.id}`))
    for (const listTitles of [titles, variants, searchTitles]) expect(await listTitles(caller)).toEqual([])
  })
})

describe('carts with a key', () => {
  const begin = (caller: Caller, body: object = {}) => caller.post('/store/carts', { region_id: region.id, ...body })
  const channelOf = async (reply: ReturnType<typeof begin>): Promise<string> =>
    (await expectSuccess(reply)).cart.sales_channel_id
  const line = ({ variants: [first] }: Product) => ({ variant_id: first.id, quantity: 1 })
  const items = (...products: Product[]) => ({ items: products.map(line) })
  const refusal = ({ title }: Product) =>
    `The products [${title}] must belongs to the sales channel on which the cart has been created.`

  test('a cart belongs to the channel of the key and accepts only its products', async () => {
    const caller = await callerWithKeyFor(tea)
    const { cart } = await expectSuccess(begin(caller, items(tea.product)))
    expect(cart).toMatchObject({ sales_channel_id: tea.channel.id, sales_channel: { name: 'Tea' } })
    await expectError(begin(caller, items(wine.product)), 400, 'invalid_data', refusal(wine.product))
    const adding = caller.post(`/store/carts/${cart.id}/line-items`, line(wine.product))
    await expectError(adding, 400, 'invalid_data', refusal(wine.product))
    expect(await channelOf(begin(shop))).toBe(await main())
    expect(await channelOf(begin(callerWithKey('pk_no')))).toBe(await main())
    expect(await channelOf(begin(await callerWithKeyFor()))).toBe(await main())
  })

  test('a cart must name one of several channels of the key', async () => {
    const caller = await callerWithKeyFor(tea, wine)
    const several = 'The PublishableApiKey provided in the request header has multiple associated sales channels.'
    await expectError(begin(caller), 400, 'invalid_data', several)
    expect(await channelOf(begin(caller, { sales_channel_id: wine.channel.id }))).toBe(wine.channel.id)
    const other = await main()
    await outOfScope(begin(caller, { sales_channel_id: other }), noParam(other))
  })

  test('a cart can move only to channels of the key', async () => {
    const caller = await callerWithKeyFor(tea, wine)
    const { id } = (await expectSuccess(begin(caller, { sales_channel_id: tea.channel.id }))).cart
    const move = (sales_channel_id: string) => caller.post(`/store/carts/${id}`, { sales_channel_id })
    expect(await channelOf(move(wine.channel.id))).toBe(wine.channel.id)
    const other = await main()
    await outOfScope(move(other), noParam(other))
    expect(await channelOf(caller.post(`/store/carts/${id}`, {}))).toBe(wine.channel.id)
  })

  test('a cart is rejected if the only channel of the key is disabled or deleted', async () => {
    const caller = await callerWithKeyFor(tea)
    const path = `/admin/sales-channels/${tea.channel.id}`
    await expectSuccess(shop.admin.post(path, { is_disabled: true }))
    const disabled = 'Unable to assign the cart to a disabled Sales Channel "Tea"'
    await expectError(begin(caller), 400, 'invalid_data', disabled)
    await expectSuccess(shop.admin.delete(path))
    const deleted = `Sales channel with id: ${tea.channel.id} was not found`
    await expectError(begin(caller), 404, 'not_found', deleted)
    await caller.name(wine)
    expect(await channelOf(begin(caller))).toBe(wine.channel.id)
  })
})

test('a key costs one statement, and none without the header', async () => {
  const { id } = await callerWithKeyFor(tea)
  const path = `/store/products/${tea.product.id}?sales_channel_id=${tea.channel.id}`
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', '/store/products'],
    ['GET', path],
    ['POST', '/store/products/search', {}],
    ['GET', '/store/variants'],
    ['POST', '/store/carts', { region_id: region.id }],
  ]
  const countedWith = async (headers: Record<string, string>) => {
    await using counted = await openCountedShop(shop.databaseUrl, { headers })
    const counts: number[] = []
    for (const request of [...requests, ...requests]) counts.push((await counted.send(...request)).statements)
    return counts.slice(requests.length)
  }
  const without = await countedWith({})
  expect(await countedWith({ 'x-publishable-api-key': id })).toEqual(without.map((count) => count + 1))
})

test('the typed client sends its publishable key', async () => {
  const { id } = await callerWithKeyFor(tea)
  const client = createShopClient({ url: shop.url, publishableKey: id })
  const { products } = await client.store.products.list.query({})
  expect(products.map(({ title }) => title)).toEqual(['Tea'])
  const { cart } = await client.store.carts.create.mutate({ region_id: region.id })
  expect(cart.sales_channel_id).toBe(tea.channel.id)
})
