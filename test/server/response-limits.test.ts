import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allPages, createShopClient } from '#client/index.ts'
import { ProductTag } from '#entities/catalogue/product/product-tag.ts'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import type { ResponseBounds } from '#routers/context/response-budget.ts'
import { storeRouter } from '#routers/index.ts'
import { openProcedure, router } from '#routers/procedures/trpc.ts'
import { inputShapeOf } from '#server/base/input-shape.ts'
import { createApp } from '#server/http/app.ts'
import { drain, listen } from '#server/process/listen.ts'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { executeSql } from '#test/support/postgres.ts'
import { type BodyOf, replyOf, type TrpcBody } from '#test/support/reply.ts'
import type { AnyBody } from '#test/support/resources.ts'
import { openSampleApi } from '#test/support/sample-api.ts'
import { openTestShop, shopConfig, type TestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/** Number of tags, about 200 bytes each. */
const TAGS = 250
const ANSWER = 30_000
const BATCH = { bytes: 40_000, rows: 300 }

let shop: TestShop
/** The URL of the same shop with lower limits. */
let limitedUrl: string
beforeAll(async () => {
  shop = await openTestShop()
  const tags = Array.from({ length: TAGS }, (_, i) => ({ value: `tag ${i}` }))
  await shop.given.product({ tags: tags.slice(0, 125) })
  await shop.given.product({ tags: tags.slice(125) })
  const server = await serveWithLimits({ bytes: ANSWER, rows: 1000 })
  limitedUrl = urlOf(server)
  return () => drain(server)
})

/** Starts a server of the same shop with these response limits. */
function serveWithLimits(answer: ResponseBounds): Promise<Server> {
  const config = {
    ...shopConfig,
    bounds: { ...defaultRequestBounds, answer, batchAnswer: BATCH },
    sendsServerTiming: true,
  }
  const app = createApp({ orm: shop.orm, files: shop.files, config })
  return listen(createServer(app), { host: '127.0.0.1', port: 0 })
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => shop[Symbol.asyncDispose]())

const ask = async <Body = AnyBody>(path: string, init?: RequestInit) =>
  replyOf<Body>(await fetch(limitedUrl + path, init))
const change = <Body>(path: string, input: object) => {
  const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' }
  return ask<Body>(path, { method: 'POST', headers, body: JSON.stringify(input) })
}
const inputOf = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`
const batchOf = (procedure: string, inputs: readonly object[]) => ({
  path: `/trpc/${inputs.map(() => procedure).join(',')}?batch=1`,
  input: Object.fromEntries(inputs.map((json, i) => [i, { json }])),
})
const times = (count: number, input: object) => Array.from({ length: count }, () => input)
const refusal = (message: string) => ({ type: 'invalid_data', message })
const tooLarge = (bytes: number) =>
  refusal(
    `The response would be larger than ${bytes} bytes. Ask for fewer rows, fields or relations, or send fewer calls at once.`,
  )

describe('pages of lists', () => {
  const limits = proceduresOf(storeRouter).flatMap(([name, { inputs }]) => {
    const { limit } = inputShapeOf(inputs)
    return limit ? [[name, name === 'regions.list' ? 1000 : 200, limit] as const] : []
  })

  test.each(limits)('the page size of %s in the store is limited to %i rows', (_name, most, limit) => {
    expect(limit.parse(most)).toBe(most)
    expect(limit.safeParse(most + 1).data ?? most).toBe(most)
  })

  test('a list without pages returns all rows', async () => {
    for (const value of ['mug', 'cup', 'pot']) await shop.given.product({ type: { value } })
    const server = await serveWithLimits({ bytes: ANSWER, rows: 2 })
    const headers = { authorization: `Bearer ${shop.token}` }
    const listed = await replyOf<BodyOf<'GET', '/admin/products/types'>>(
      await fetch(`${urlOf(server)}/admin/products/types`, { headers }),
    )
    const paged = await replyOf(await fetch(`${urlOf(server)}/admin/product-types?limit=3`, { headers }))
    await drain(server)
    expect(listed.body.types).toHaveLength(3)
    expect(paged).toMatchObject({ status: 400, body: { type: 'invalid_data' } })
  })

  test('a page includes its limit and the total count', async () => {
    const first = await shop.get('/store/product-tags?limit=1000')
    expect(first.body).toMatchObject({ count: TAGS, offset: 0, limit: 200 })
    expect(first.body.product_tags).toHaveLength(200)
    expect((await shop.get('/store/product-tags?limit=1000&offset=200')).body.product_tags).toHaveLength(50)
  })

  test('the typed client reads all pages for any limit', async () => {
    const { store } = createShopClient({ url: shop.url })
    const values = new Set<string>()
    for await (const { value } of allPages(store.productTags.list, { limit: 1000 })) values.add(value)
    expect(values.size).toBe(TAGS)
  })

  test('a page in the administration has up to 1000 rows in the order of shorter pages', async () => {
    const page = async (query: string) => (await shop.admin.get(`/admin/product-tags?order=-value&${query}`)).body
    const fullPage = await page('limit=5000')
    expect(fullPage).toMatchObject({ count: TAGS, limit: 1000 })
    const parts = await Promise.all([0, 50, 100, 150, 200].map((offset) => page(`limit=50&offset=${offset}`)))
    expect(fullPage.product_tags).toEqual(parts.flatMap(({ product_tags }) => product_tags))
  })
})

describe('responses beyond the limit', () => {
  const tags = (limit: number) => `/store/product-tags?limit=${limit}`

  test('a response beyond the limit is rejected over REST and tRPC', async () => {
    expect((await ask(tags(100))).body.product_tags).toHaveLength(100)
    const { status, body } = await ask(tags(200))
    expect({ status, body }).toEqual({ status: 400, body: tooLarge(ANSWER) })
    const trpc = await ask<TrpcBody>(`/trpc/store.productTags.list?${inputOf({ json: { limit: 200 } })}`)
    expect([trpc.status, trpc.body.error.json.data]).toMatchObject([400, tooLarge(ANSWER)])
  })

  test('a response beyond the limit stops reading rows', async () => {
    const statements = async (limit: number) =>
      Number(/(\d+) statement/.exec((await ask(tags(limit))).headers.get('server-timing') ?? '')?.[1])
    await changeRows(shop, ProductTag, {}, { metadata: { x: 'x'.repeat(1000) } })
    expect(await statements(200)).toBe(await statements(100))
    await changeRows(shop, ProductTag, {}, { metadata: null })
  })

  test('a response beyond the limit rolls back its mutation', async () => {
    const group = { name: 'Long', metadata: { note: 'x'.repeat(ANSWER) } }
    const { status, body } = await change<TrpcBody>('/trpc/admin.customerGroups.create', { json: group })
    expect([status, body.error.json.data]).toMatchObject([400, tooLarge(ANSWER)])
    expect((await shop.admin.get('/admin/customer-groups?q=Long')).body.count).toBe(0)
  })
})

describe('batches of calls', () => {
  const listTags = async (inputs: readonly object[]) => {
    const { path, input } = batchOf('store.productTags.list', inputs)
    return (await ask<Partial<TrpcBody>[]>(`${path}&${inputOf(input)}`)).body
  }
  const outcomes = (answers: readonly Partial<TrpcBody>[]) =>
    answers.map(({ error, result }) => error?.json.message ?? result?.data.json.product_tags.length)

  test('the calls of a batch share the row limit of one list', async () => {
    const results = outcomes(await listTags(times(6, { limit: 80, fields: 'id' })))
    const message = 'The response would have more than 300 rows. Ask for fewer rows, or send fewer calls at once.'
    const rows = results.filter((one) => typeof one === 'number')
    expect(rows.length * 80).toBeLessThanOrEqual(300)
    expect(rows).toContain(80)
    expect(results.slice(4)).toEqual([message, message])
  })

  test('the calls of a batch share the byte limit', async () => {
    const answers = await listTags(times(6, { limit: 95 }))
    expect(outcomes(answers).slice(4)).toEqual(times(2, {}).map(() => tooLarge(BATCH.bytes).message))
    expect(JSON.stringify(answers).length).toBeLessThan(2 * BATCH.bytes)
  })

  test('rejected calls of a batch change nothing', async () => {
    const groups = Array.from({ length: 6 }, (_, i) => ({ name: `Group ${i}`, metadata: { note: 'x'.repeat(15_900) } }))
    const { path, input } = batchOf('admin.customerGroups.create', groups)
    const answers = (await change<Partial<TrpcBody>[]>(path, input)).body
    const createdNames = answers.flatMap(({ result }) => result?.data.json.customer_group.name ?? [])
    expect(answers[5]?.error?.json.data).toMatchObject(tooLarge(BATCH.bytes))
    const { customer_groups } = (await shop.admin.get('/admin/customer-groups?q=Group&order=name')).body
    expect(customer_groups.map(({ name }) => name)).toEqual(createdNames)
  })

  test('a batch runs two calls at a time and yields to other requests', async () => {
    let [running, most, turns] = [0, 0, 0]
    const turnsAtStart: number[] = []
    const twoRun = Promise.withResolvers<void>()
    const run = openProcedure
      .input(z.object({ i: z.int() }))
      .output(z.object({ i: z.int() }))
      .query(async ({ input }) => {
        turnsAtStart.push(turns)
        most = Math.max(most, ++running)
        if (most === 2) twoRun.resolve()
        await twoRun.promise
        await pause(2)
        running--
        return input
      })
    await using api = await openSampleApi(router({ run }))
    const { path, input } = batchOf(
      'store.run',
      Array.from({ length: 10 }, (_, i) => ({ i })),
    )
    const count = setInterval(() => turns++, 0)
    const { body } = await replyOf<{ result: { data: { json: { i: number } } } }[]>(
      await fetch(`${api.url}${path}&${inputOf(input)}`),
    )
    clearInterval(count)
    expect(body.map(({ result }) => result.data.json.i)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect({ most, last: turnsAtStart.at(-1)! > turnsAtStart[0]! }).toEqual({ most: 2, last: true })
  })
})

test('lists leave connections for other requests', async () => {
  const em = shop.orm.em.fork()
  await em.begin()
  await em.execute('lock table region in access exclusive mode')
  const lists = Promise.all(times(12, {}).map(() => shop.get('/store/regions')))
  const waiting = async () => {
    const query = `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return Number((await executeSql(shop.databaseUrl, query))[0]?.count)
  }
  await waitUntil(async () => (await waiting()) > 0)
  for (let i = 0; i < 20; i++) expect((await shop.get('/store/products/unknown')).status).toBe(404)
  expect(await waiting()).toBeLessThanOrEqual(8)
  await em.rollback()
  expect((await lists).map(({ status }) => status)).toEqual(times(12, {}).map(() => 200))
})
