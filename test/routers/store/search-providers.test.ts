import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SearchAnswer, SearchProvider, SearchRequest } from '#entities/catalogue/search/search-port.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Product } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let answer: (request: SearchRequest, signal: AbortSignal) => Promise<unknown>
const requests: SearchRequest[] = []
const engine = {
  timeoutMs: 60_000,
  async search(request: SearchRequest, { signal }: { signal: AbortSignal }) {
    requests.push(request)
    return (await answer(request, signal)) as SearchAnswer
  },
} satisfies SearchProvider
const updated: string[] = []
let log = ''
const logger = pino({ level: 'warn' }, { write: (text: string) => (log += text) })

let shop: TestShop
let mug: Product
let cup: Product
beforeAll(async () => {
  const plugin = definePlugin({
    name: 'engine',
    provides: { search: engine },
    on: {
      async 'product.updated'({ payload }) {
        updated.push(payload.id)
      },
    },
  })
  shop = await openTestShop({ plugins: [plugin], logger, poolMax: 2 })
  mug = await shop.given.product({ title: 'Mug' })
  cup = await shop.given.product({ title: 'Cup' })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  requests.length = 0
  log = ''
  engine.timeoutMs = 60_000
})

async function found(body: object): Promise<string[]> {
  const { hits } = await expectSuccess(shop.post('/store/products/search', body))
  return hits.map(({ title }: { title: string }) => title)
}

test('a search returns the products of the provider in their order', async () => {
  answer = async () => ({ ids: [mug.id, cup.id, mug.id] })
  expect(await found({ q: 'drink' })).toEqual(['Mug', 'Cup'])
  answer = async () => ({ ids: [cup.id, mug.id] })
  expect(await found({ q: 'drink' })).toEqual(['Cup', 'Mug'])
})

test('a request has the words, the filter, the page and the sales channels of the caller', async () => {
  answer = async () => ({ ids: [] })
  const filter = { type_id: ['ptyp_1'] }
  await found({ q: 'drink', filter, limit: 7, offset: 14 })
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  const sales_channel_ids = [store.default_sales_channel_id]
  const market = { locale: null, region_id: null, currency_code: null }
  const without = { ...market, facets: [], price_bounds: [], sales_channel_ids }
  expect(requests).toEqual([{ ...without, q: 'drink', filter, limit: 7, offset: 14 }])
  await found({})
  expect(requests[1]).toEqual({ ...without, q: '', filter: {}, limit: 20, offset: 0 })
})

test('the provider answers the facets of a search', async () => {
  const facets = { tags: [{ id: 'ptag_1', name: 'summer', count: 3 }] }
  answer = async () => ({ ids: [mug.id], facets })
  const body = { facets: ['price', 'tags', 'tags'], currency_code: 'EUR', price_bounds: [20, 10] }
  await expectSuccess(shop.post('/store/products/search', body))
  expect(requests[0]).toMatchObject({ facets: ['price', 'tags'], currency_code: 'eur', price_bounds: [10, 20] })
  expect(log).toContain('The answer lacks the facet price')
  const reply = await expectSuccess(shop.post('/store/products/search', { facets: ['tags'] }))
  expect(reply).toMatchObject({ hits: [{ title: 'Mug' }], facets })
})

test('an outdated index shows no hidden product', async () => {
  const draft = await shop.given.product({ title: 'Draft', status: 'draft' })
  const deleted = await shop.given.product({ title: 'Deleted' })
  await expectSuccess(shop.admin.delete(`/admin/products/${deleted.id}`))
  const { sales_channel } = await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Wholesale' }))
  const wholesale = await shop.given.product({ title: 'Wholesale', sales_channels: [{ id: sales_channel.id }] })
  answer = async () => ({ ids: [draft.id, deleted.id, wholesale.id, 'prod_unknown', cup.id] })
  expect(await found({ q: 'drink' })).toEqual(['Cup'])
})

test.each<[fault: string, fake: typeof answer]>([
  ['throws', () => Promise.reject(new Error('The engine is down'))],
  ['does not answer in time', () => new Promise(() => {})],
  ['returns no ids', async () => ({ hits: [] })],
  ['returns an id that is no text', async () => ({ ids: [1] })],
  ['returns an id with the character 0', async () => ({ ids: ['prod_\0'] })],
  ['returns more ids than requested', async () => ({ ids: Array.from({ length: 21 }, (_, i) => `prod_${i}`) })],
])('PostgreSQL answers if the provider %s', async (_, fake) => {
  answer = fake
  engine.timeoutMs = 300
  expect(await found({ q: 'mug' })).toEqual(['Mug'])
  expect(log).toContain('The search provider gave no valid answer')
})

test('the signal of a request aborts after the timeout', async () => {
  let aborted: AbortSignal | undefined
  engine.timeoutMs = 300
  answer = (_, signal) => {
    aborted = signal
    return new Promise(() => {})
  }
  await found({ q: 'mug' })
  expect(aborted?.aborted).toBe(true)
})

test('searches that wait for the provider hold no connection', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async () => {
    if (requests.length === 4) release()
    await released
    return { ids: [mug.id] }
  }
  const searches = Array.from({ length: 4 }, () => found({ q: 'mug' }))
  expect(await Promise.all(searches)).toEqual(Array.from({ length: 4 }, () => ['Mug']))
  expect(log).toBe('')
})

test('a product that enters or leaves a sales channel or a category is announced', async () => {
  const { sales_channel } = await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Fair' }))
  const { product_category } = await expectSuccess(shop.admin.post('/admin/product-categories', { name: 'Dishes' }))
  const product_ids = [{ id: mug.id }]
  for (const path of [
    `/admin/sales-channels/${sales_channel.id}/products/batch`,
    `/admin/product-categories/${product_category.id}/products/batch`,
  ] as const) {
    for (const send of [shop.admin.post, shop.admin.delete]) {
      await shop.runJobs()
      updated.length = 0
      await expectSuccess(send(path, { product_ids }))
      await shop.runJobs()
      expect(updated).toEqual([mug.id])
    }
  }
})
