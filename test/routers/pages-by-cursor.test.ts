import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allPages, createShopClient, type ShopClient, shopError } from '#client/index.ts'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { appRouter } from '#routers/index.ts'
import { isTrpcOnly } from '#routers/inputs/trpc-only.ts'
import { issueApiToken } from '#server/database/administrator.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'

let shop: TestShop
let client: ShopClient
let admin: Caller
beforeAll(async () => {
  shop = await openTestShop()
  await enableInventory(shop.orm)
  const token = await issueApiToken(shop.orm, 'admin@example.com')
  admin = shop.as({ authorization: `Bearer ${token}` })
  client = createShopClient({ url: shop.url, token })
  for (let i = 0; i < 7; i++) await admin.post('/admin/customer-groups', { name: `Group ${i}` })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The jobs are rows of graphile-worker, and the texts without a translation are of several entities. */
const LISTS_BY_OFFSET = ['admin.jobs.list', 'admin.translations.list']

/** All procedures that list rows of entities in pages. */
const lists = proceduresOf(appRouter).filter(
  ([name, { inputs, meta }]) =>
    'offset' in shapeOf(inputs[0]) && meta?.openapi?.method === 'GET' && !LISTS_BY_OFFSET.includes(name),
)

function shapeOf(input: z.ZodType | undefined): Record<string, z.ZodType> {
  const within = input instanceof z.ZodPrefault ? (input.unwrap() as z.ZodType) : input
  return within instanceof z.ZodObject ? within.shape : {}
}

test('every list supports cursors over tRPC and offsets over REST', async () => {
  expect(lists.length).toBeGreaterThan(30)
  const { paths } = JSON.parse((await shop.get('/openapi.json')).text)
  for (const [name, { inputs, meta }] of lists) {
    const shape = shapeOf(inputs[0])
    expect([name, isTrpcOnly(shape.cursor), isTrpcOnly(shape.direction)]).toEqual([name, true, true])
    const restPath = `/${name.split('.')[0]}${meta?.openapi?.path}`
    expect(JSON.stringify(paths[restPath].get)).not.toMatch(/cursor|direction|with_count/)
    const refused = await admin.get(`${restPath.replaceAll(/\{\w+\}/g, 'x')}?cursor=x&limit=a&direction=forward`)
    if (name.startsWith('store.customers')) continue
    expect([name, refused.body.message]).toEqual([
      name,
      expect.stringMatching(
        /^property cursor should not exist, property direction should not exist, limit must be an?/,
      ),
    ])
  }
})

test('all rows of a list can be read page by page', async () => {
  const names: string[] = []
  for await (const { name } of allPages(client.admin.customerGroups.list, { limit: 3, order: '-name' }))
    names.push(name)
  expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Group ${i}`))
})

test('a page of events starts after the previous one', async () => {
  for (let i = 0; i < 4; i++) await admin.post('/admin/products', { title: `Product ${i}` })
  const { events, next_cursor } = await client.admin.events.list.query({ limit: 2, cursor: null })
  const next = await client.admin.events.list.query({ limit: 2, cursor: next_cursor })
  expect(next.events.map(({ id }) => id)).toEqual([events[1]!.id - 1, events[1]!.id - 2])
  expect(next.events[0]).toMatchObject({ created_at: expect.any(Date), payload: { id: expect.any(String) } })
})

test('the first page of `useInfiniteQuery` has a direction but no cursor', async () => {
  const page = await client.admin.customerGroups.list.query({ limit: 5, direction: 'forward' })
  expect(page).toMatchObject({ count: null, next_cursor: expect.any(String) })
  const last = await client.admin.customerGroups.list.query({
    limit: 5,
    direction: 'forward',
    cursor: page.next_cursor,
    with_count: true,
  })
  expect(last).toMatchObject({ count: 7, next_cursor: null, customer_groups: [{}, {}] })
})

test('pages by offset are unchanged', async () => {
  const page = await client.admin.customerGroups.list.query({ limit: 5 })
  expect(page.count).toBe(7)
  expect(Object.keys(page)).toEqual(['customer_groups', 'count', 'offset', 'limit'])
  const { body } = await admin.get('/admin/customer-groups?limit=5')
  expect(Object.keys(body)).toEqual(['customer_groups', 'count', 'offset', 'limit'])
})

describe('invalid cursors', () => {
  const refusalOf = (call: Promise<unknown>) => call.then(() => expect.unreachable(), shopError)

  test('a cursor of another list or order is rejected', async () => {
    const { next_cursor } = await client.admin.customerGroups.list.query({ limit: 2, cursor: null })
    expect(await refusalOf(client.admin.customers.list.query({ cursor: next_cursor }))).toMatchObject({
      type: 'invalid_data',
      httpStatus: 400,
      message:
        'cursor is not valid for this list. Use a next_cursor with the filters and order of the request that returned it.',
    })
    expect(
      await refusalOf(client.admin.customerGroups.list.query({ cursor: next_cursor, order: 'name' })),
    ).toMatchObject({ httpStatus: 400 })
  })

  test('an invalid cursor or direction is rejected', async () => {
    for (const cursor of ['x', 'W10.x', '\u0000', 'ü'.repeat(500), '.'])
      expect(await refusalOf(client.admin.customerGroups.list.query({ cursor }))).toMatchObject({ httpStatus: 400 })
    expect(await refusalOf(client.admin.customerGroups.list.query({ cursor: untyped(5) }))).toMatchObject({
      message: 'cursor must be a string',
    })
    expect(
      await refusalOf(client.admin.customerGroups.list.query({ cursor: null, direction: untyped('backward') })),
    ).toMatchObject({ message: 'direction must be one of the following values: forward' })
  })
})
