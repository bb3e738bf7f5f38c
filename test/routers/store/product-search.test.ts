import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { queueTitles } from '#entities/market/language/store-chains.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { waitForBlockedRequest } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let kitchen: string
beforeAll(async () => {
  shop = await openTestShop()
  const em = shop.orm.em.fork()
  kitchen = em.create(ProductCollection, { title: 'Kitchenware', handle: 'kitchen' }).id
  await em.flush()
  await shop.given.product({ title: 'Stoneware Mug', description: 'Holds coffee', collection_id: kitchen })
  await shop.given.product({ title: 'House Coffee', tags: [{ value: 'drink' }] })
  await shop.given.product({
    title: 'Linen Shirt',
    variants: [{ title: 'XL', sku: 'LS-4711', prices: [], options: [{ value: 'XL' }] }],
  })
  await shop.given.product({ title: 'Secret Coffee', status: 'draft' })
  const { sales_channel } = (await shop.admin.post('/admin/sales-channels', { name: 'Wholesale' })).body
  await shop.given.product({ title: 'Wholesale Coffee', sales_channels: [{ id: sales_channel.id }] })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function found(q: string, more: object = {}): Promise<string[]> {
  const { hits } = (await shop.post('/store/products/search', { q, ...more })).body
  return hits.map((hit: { title: string }) => hit.title)
}

test('a search finds published products of the main channel, the best match first', async () => {
  expect(await found('coffee')).toEqual(['House Coffee', 'Stoneware Mug'])
  expect(await found('LINEN shirt')).toEqual(['Linen Shirt'])
})

test('a search finds incomplete and misspelled words', async () => {
  expect(await found('stone mu')).toEqual(['Stoneware Mug'])
  expect(await found('cofee')).toContain('House Coffee')
  expect(await found('linnen')).toEqual(['Linen Shirt'])
})

test('a search covers collections and skus', async () => {
  expect(await found('kitchenware')).toEqual(['Stoneware Mug'])
  expect(await found('LS-4711')).toEqual(['Linen Shirt'])
})

test('a search takes query syntax literally', async () => {
  for (const q of ["' & | ! ( :*", "coffee' & !mug", '\\', '%', 'x'.repeat(5000)])
    expect((await shop.post('/store/products/search', { q })).status).toBe(200)
  expect(await found("coffee' & !house")).toContain('House Coffee')
})

test('a search can be paged and filtered and returns prices', async () => {
  const all = await found('')
  expect([...(await found('', { limit: 1 })), ...(await found('', { offset: 1 }))]).toEqual(all)
  expect(await found('coffee', { filter: { collection_id: [kitchen] } })).toEqual(['Stoneware Mug'])
  expect(await found('nothing of the kind')).toEqual([])
  const { hits } = (await shop.post('/store/products/search', { q: 'mug' })).body
  expect(hits[0].variants[0].prices).toMatchObject([{ amount: 1000, currency_code: 'eur' }])
  const search = (body: object) => shop.post('/store/products/search', body)
  await expectError(search({ limit: '2' }), 400, 'invalid_data', 'limit must be an integer number')
  await expectError(search({ filter: { colour: 'red' } }), 400, 'invalid_data', 'property colour should not exist')
})

test('a search finds the current text of a product', async () => {
  const { id } = await shop.given.product({ title: 'Teapot', description: 'Made of porcelain' })
  expect(await found('porcelain')).toEqual(['Teapot'])
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { description: 'Made of earthenware' }))
  expect([await found('porcelain'), await found('earthenware')]).toEqual([[], ['Teapot']])
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { title: 'Samovar' }))
  expect([await found('teapot'), await found('samovar')]).toEqual([[], ['Samovar']])
})

test('a search uses the first eight distinct words', async () => {
  await shop.given.product({ title: 'Kettle', description: 'one two three four five six seven eight' })
  expect(await found(`${'one two '.repeat(20)}three`)).toEqual(['Kettle'])
  expect(await found('one two three four five six seven eight nine')).toEqual(['Kettle'])
  expect(await found('one two three four five six seven nine')).toEqual([])
})

test('a search ranks the newest thousand matches', async () => {
  const { id } = await shop.given.product({ title: 'Gizmo gizmo' })
  expect(await found('gizmo')).toEqual(['Gizmo gizmo'])
  const em = shop.orm.em.fork()
  const { profile_id, sales_channels } = await em.findOneOrFail(Product, { id }, { populate: ['sales_channels'] })
  const columns = { title: 'Thing', description: 'gizmo', status: 'published' as const, profile_id }
  for (let i = 0; i < 1000; i++) em.create(Product, { ...columns, sales_channels: sales_channels.getItems() })
  await em.flush()
  expect(await found('gizmo', { limit: 1 })).toEqual(['Thing'])
  expect(await found('gizmo', { offset: 999, limit: 2 })).toEqual(['Thing'])
})

const shown = async (of: TestShop, q: string): Promise<string[][]> => {
  const { hits } = await expectSuccess(of.post('/store/products/search', { q }))
  const { products } = await expectSuccess(of.get(`/store/products?q=${encodeURIComponent(q)}`))
  return [hits.map(({ title }) => title), products.map(({ title }) => title).toSorted()]
}

test('a search ignores accents and finds signs inside of a text without blanks', async () => {
  await using plain = await openTestShop()
  for (const title of ['Cafe Chair', 'Café Crème', 'Größe', 'Œuvre', '陶瓷咖啡杯']) await plain.given.product({ title })
  for (const q of ['grosse', 'GRÖẞE', 'grösse'])
    expect.soft([q, await shown(plain, q)]).toEqual([q, [['Größe'], ['Größe']]])
  for (const q of ['oeuvre', 'œuvre']) expect.soft([q, await shown(plain, q)]).toEqual([q, [['Œuvre'], ['Œuvre']]])
  for (const q of ['咖啡', '杯', '瓷咖'])
    expect.soft([q, await shown(plain, q)]).toEqual([q, [['陶瓷咖啡杯'], ['陶瓷咖啡杯']]])
  const cafes = ['Cafe Chair', 'Café Crème']
  expect(await shown(plain, 'cafe')).toEqual([cafes, cafes])
  expect(await shown(plain, 'café')).toEqual([cafes.toReversed(), cafes])
})

test('a search knows the endings of the default language after it gets a name', async () => {
  await using named = await openTestShop()
  await named.given.product({ title: 'Accessories', description: 'For houses' })
  expect(await shown(named, 'accessory house')).toEqual([[], []])
  await expectSuccess(named.admin.post('/admin/store', { languages: ['en', 'fr'] }))
  await named.runJobs()
  expect(await shown(named, 'accessory house')).toEqual([['Accessories'], ['Accessories']])
  const { facets } = await expectSuccess(
    named.post('/store/products/search', { q: 'accessory house', facets: ['type_id', 'price'], currency_code: 'eur' }),
  )
  expect(facets).toBeDefined()
  await expectSuccess(named.admin.post('/admin/store', { languages: ['de'] }))
  await named.runJobs()
  expect(await shown(named, 'house accessory')).toEqual([[], []])
  await named.given.product({ title: 'Häuser' })
  expect(await shown(named, 'Hauses')).toEqual([['Häuser'], ['Häuser']])
})

test('a list finds words as written only as a part of one text', async () => {
  await using plain = await openTestShop()
  await plain.given.product({ title: 'Blue cotton shirt', description: 'For summer' })
  await plain.given.product({ title: 'Blüe cotton shirt', handle: 'blue-too' })
  const titles = async (q: string) => (await shown(plain, q))[1]
  expect(await titles('cotton shirt')).toEqual(['Blue cotton shirt', 'Blüe cotton shirt'])
  for (const q of ['shirt cotton', 'shirt-cotton', 'shirt summer', 'shirt%', 'shirt  ', 'shirt:*', '%', '!', '🇩🇪'])
    expect.soft([q, await titles(q)]).toEqual([q, []])
  expect(await titles('blue shirt')).toEqual(['Blüe cotton shirt'])
})

test('the job that stores words waits for products whose transaction read the previous default language', async () => {
  await using changed = await openTestShop()
  const { profile_id } = await changed.given.product({ title: 'Mug' })
  await changed.orm.em.fork().transactional((em) => queueTitles(em))
  const { jobs } = await changed.orm.em.fork().transactional(async (em) => {
    em.create(Product, { title: 'Accessories', handle: 'accessories', status: 'published', profile_id })
    await em.flush()
    const running = { jobs: changed.runJobs() }
    await waitForBlockedRequest(changed)
    return running
  })
  await jobs
})

test('a search finds a product with 60,000 words', async () => {
  await using named = await openTestShop()
  await expectSuccess(named.admin.post('/admin/store', { languages: ['de'] }))
  const description = Array.from({ length: 60_000 }, (_, at) => `ä${at}`).join(' ')
  await named.given.product({ title: 'Wörterbuch', description })
  expect(await shown(named, 'ä59999')).toEqual([['Wörterbuch'], ['Wörterbuch']])
})
