import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { listen } from '#server/process/listen.ts'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { createDeliveredLine } from '#test/support/delivered-line.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { holdLock } from '#test/support/hold-lock.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Identified, Region } from '#test/support/resources.ts'
import { openTestShop, shopConfig, type TestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/*
 * Requests that wait for each other leave connections for other requests. Requests for the same page of the catalogue
 * share one read, so the requests of these tests differ.
 */

const CONFLICT = {
  status: 409,
  body: {
    type: 'conflict',
    code: 'invalid_state_error',
    message:
      'The request conflicted with another request. You may retry the request with the provided Idempotency-Key.',
  },
}
const unavailable = { status: 503, body: { type: 'unavailable' } }

let shop: TestShop
let region: Region
async function open({ poolMax = 3, ...bounds }: Partial<typeof defaultRequestBounds> & { poolMax?: number } = {}) {
  const config = { bounds: { ...defaultRequestBounds, ...bounds } }
  shop = await openTestShop({ poolMax, config })
  region = await shop.given.region()
}
afterEach(async () => {
  expect([shop.queues.size, shop.queues.waiting]).toEqual([0, 0])
  await shop[Symbol.asyncDispose]()
})

const times = <Value>(count: number, make: (i: number) => Value) => Array.from({ length: count }, (_, i) => make(i))
const emailOf = (i: number) => `customer-${i}@example.com`
const statusesOf = async (replies: Promise<Reply>[]) => (await Promise.all(replies)).map(({ status }) => status)
const holdRow = (table: string, { id }: Identified) =>
  holdLock(shop, `select from ${table} where id = $1 for update`, [id])

/** Returns the number of statements that wait for a lock. */
async function countLockWaits(): Promise<number> {
  const sql = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await shop.orm.em.fork().execute(sql)).length
}

/** A visitor without locked rows can read and create a cart. */
async function expectVisitorServed(): Promise<void> {
  expect((await shop.get('/store/regions')).status).toBe(200)
  expect((await shop.post('/store/carts', { region_id: region.id })).status).toBe(200)
}

describe('a shop with three connections', () => {
  beforeEach(() => open())

  test('forty requests with one idempotency key wait, and a visitor is served', async () => {
    const lock = await holdLock(shop, 'lock table idempotency_key in share mode')
    const begin = () => shop.post('/store/carts', { region_id: region.id }, { 'idempotency-key': 'once' })
    const requests = times(40, begin)
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    expect(new Set((await Promise.all(requests)).map(({ body }) => body.cart.id)).size).toBe(1)
  })

  test('forty changes of one cart, over REST and tRPC, wait, and a visitor is served', async () => {
    const cart = await shop.given.cart({ region })
    const lock = await holdRow('cart', cart)
    const requests = times(40, (i) =>
      i % 2 === 0
        ? shop.post(`/store/carts/${cart.id}`, { email: emailOf(i) })
        : shop.post('/trpc/store.carts.update', { json: { id: cart.id, email: emailOf(i) } }),
    )
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(requests)).toEqual(times(40, () => 200))
  })

  test('forty completions of one cart wait and place one order', async () => {
    const cart = await shop.given.payableCart({ region })
    const lock = await holdRow('cart', cart)
    const requests = times(40, () => shop.post(`/store/carts/${cart.id}/complete`))
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    const orders = (await Promise.all(requests)).map(({ body }) => body.data.id)
    expect(new Set(orders).size).toBe(1)
  })

  test('forty returns of one order wait, and a visitor is served', async () => {
    const { order, item } = await createDeliveredLine(shop, { region })
    const lock = await holdRow('"order"', order)
    const body = { order_id: order.id, items: [{ item_id: item.id, quantity: 1 }] }
    const requests = times(40, () => shop.post('/store/returns', body))
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    expect((await statusesOf(requests)).toSorted()).toEqual([200, ...times(39, () => 400)])
  })

  test('forty captures of one order by an administrator wait, and a visitor is served', async () => {
    const { order } = await createDeliveredLine(shop, { region, captured: false })
    const lock = await holdRow('"order"', order)
    const requests = times(40, () => shop.admin.post(`/admin/orders/${order.id}/capture`))
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(requests)).toEqual(times(40, () => 200))
  })

  test('forty changes of one product by an administrator wait, and a visitor is served', async () => {
    const product = await shop.given.product()
    const lock = await holdRow('product', product)
    const requests = times(40, (i) => shop.admin.post(`/admin/products/${product.id}`, { subtitle: `${i}` }))
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(requests)).toEqual(times(40, () => 200))
  })

  test('forty changes of one account wait, and a visitor is served', async () => {
    const customer = await shop.given.customer()
    const lock = await holdRow('customer', customer)
    const requests = times(40, (i) => customer.post('/store/customers/me', { first_name: `${i}` }))
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(requests)).toEqual(times(40, () => 200))
  })

  test('forty searches wait, and a visitor is served', async () => {
    const lock = await holdLock(shop, 'lock table product_search')
    const requests = times(40, (i) => shop.post('/store/products/search', { q: `coffee ${i}` }))
    await waitUntil(() => shop.queues.waiting === 39)
    await expectVisitorServed()
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(requests)).toEqual(times(40, () => 200))
  })

  test.each([
    '/store/products',
    '/admin/customers',
    '/admin/orders',
    '/admin/discounts',
  ])('forty searches in %s wait, and a visitor is served', async (path) => {
    const table = { products: 'product', customers: 'customer', orders: '"order"', discounts: 'discount' }
    const lock = await holdLock(shop, `lock table ${table[path.split('/')[2] as keyof typeof table]}`)
    const requests = times(40, () => shop.admin.get(`${path}?q=coffee`))
    await waitUntil(() => shop.queues.waiting === 39)
    expect((await shop.get('/store/regions')).status).toBe(200)
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(requests)).toEqual(times(40, () => 200))
  })
})

test('completions that wait for one variant leave connections to other mutations', async () => {
  await open({ poolMax: 6 })
  const variant = await shop.given.regionalVariant(region, 1000)
  const carts = []
  for (let i = 0; i < 8; i++) carts.push(await shop.given.payableCart({ region, lines: [[variant, 1]] }))
  const lock = await holdRow('product_variant', variant)
  const requests = carts.map(({ id }) => shop.post(`/store/carts/${id}/complete`))
  await waitUntil(() => shop.queues.waiting === 7)
  await expectVisitorServed()
  await lock[Symbol.asyncDispose]()
  expect(await statusesOf(requests)).toEqual(times(8, () => 200))
})

test('a mutation beyond the configured number of waiting ones is a conflict', async () => {
  await open({ waiting: 2 })
  const cart = await shop.given.cart({ region })
  const lock = await holdRow('cart', cart)
  const change = () => shop.post(`/store/carts/${cart.id}`, { email: 'ada@example.com' })
  const requests = times(3, change)
  await waitUntil(() => shop.queues.waiting === 2)
  expect(await change()).toMatchObject(CONFLICT)
  expect(await shop.post(`/store/carts/${cart.id}/complete`)).toMatchObject(CONFLICT)
  await lock[Symbol.asyncDispose]()
  expect(await statusesOf(requests)).toEqual([200, 200, 200])
  expect((await change()).status).toBe(200)
})

test('a search beyond the configured number of waiting ones leads to 503', async () => {
  await open({ waiting: 2 })
  const lock = await holdLock(shop, 'lock table product_search')
  const search = (i: number) => shop.post('/store/products/search', { q: `coffee ${i}` })
  const requests = times(3, search)
  await waitUntil(() => shop.queues.waiting === 2)
  const { headers, ...refused } = await search(3)
  expect([refused, headers.get('retry-after')]).toMatchObject([unavailable, '2'])
  await lock[Symbol.asyncDispose]()
  expect(await statusesOf(requests)).toEqual([200, 200, 200])
})

const busy = {
  status: 503,
  body: { type: 'unavailable', message: 'The server is busy. Please send the request again' },
}

test('a mutation that waits too long leads to 503 and changes nothing', async () => {
  await open()
  const carts = [await shop.given.cart({ region }), await shop.given.cart({ region })]
  const lock = await Promise.all(carts.map((cart) => holdRow('cart', cart)))
  const change = ({ id }: Identified) => shop.post(`/store/carts/${id}`, { email: 'ada@example.com' })
  const requests = carts.map(change)
  await waitUntil(() => shop.queues.size === 3)
  const { length } = await cartsOf()
  shop.queues.limits.maxWaitMs = 0
  const { headers, ...refused } = await shop.post('/store/carts', { region_id: region.id })
  expect([refused, headers.get('retry-after')]).toMatchObject([busy, '2'])
  for (const one of lock) await one[Symbol.asyncDispose]()
  expect(await statusesOf(requests)).toEqual([200, 200])
  expect(await cartsOf()).toHaveLength(length)
})

const cartsOf = () => shop.orm.em.fork().execute('select id from cart')

test('a list beyond two hundred waiting ones leads to 503', async () => {
  await open({ poolMax: 10 })
  const lock = await holdLock(shop, 'lock table product_collection')
  const list = (offset: number) => shop.get(`/store/collections?offset=${offset}`)
  const requests = times(202, list)
  await waitUntil(() => shop.queues.waiting === 200)
  const { headers, ...refused } = await list(202)
  expect([refused, headers.get('retry-after')]).toMatchObject([busy, '2'])
  await lock[Symbol.asyncDispose]()
  expect(await statusesOf(requests)).toEqual(times(202, () => 200))
})

const from = (address: string) => shop.as({ 'x-forwarded-for': address })
const ATTACKER = '198.51.100.7'

type Ask = (i: number) => Promise<Reply>

describe('a stranger with many requests', () => {
  beforeEach(async () => {
    shop = await openTestShop({ poolMax: 10, config: { trustProxy: true } })
    region = await shop.given.region()
  })

  test.each<[string, string, number, Ask, Ask]>([
    [
      'lists',
      'product_collection',
      202,
      (i: number) => from(ATTACKER).get(`/store/collections?offset=${i}`),
      (i: number) => from(`203.0.113.${i}`).get('/store/collections?limit=3'),
    ],
    [
      'searches',
      'product_search',
      52,
      (i: number) => from(ATTACKER).post('/store/products/search', { q: `tea ${i}` }),
      (i: number) => from(`203.0.113.${i}`).post('/store/products/search', { q: 'tea' }),
    ],
  ])('does not fill the queue of %s for other networks', async (_what, table, count, attack, ask) => {
    const lock = await holdLock(shop, `lock table ${table}`)
    const attacks = times(count, attack)
    await waitUntil(() => shop.queues.waiting === count - 2)
    const others = times(3, ask)
    await waitUntil(() => shop.queues.waiting < count / 2)
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(others)).toEqual([200, 200, 200])
    const refused = (await Promise.all(attacks)).filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(count / 2)
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      times(refused.length, () => [429, '2']),
    )
  })

  test('delays a list of another network by less than its own lists', async () => {
    // The first list of a process takes longer, for any network.
    await shop.get('/store/collections?offset=99')
    const lock = await holdLock(shop, 'lock table product_collection')
    // Answers, not starts: a list that started first may be answered a few lists later.
    const ended: string[] = []
    const attacks = times(15, (i) =>
      from(ATTACKER)
        .get(`/store/collections?offset=${i}`)
        .then(() => ended.push('attacker')),
    )
    await waitUntil(() => shop.queues.waiting === 13)
    const other = from('203.0.113.5')
      .get('/store/collections?offset=50')
      .then(() => ended.push('other'))
    await waitUntil(() => shop.queues.waiting === 14)
    await lock[Symbol.asyncDispose]()
    await Promise.all([...attacks, other])
    expect(ended.indexOf('other')).toBeLessThan(attacks.length)
  })

  test('does not delay requests of a storefront server as one network', async () => {
    await shop[Symbol.asyncDispose]()
    const config = { trustProxy: true, storefrontServers: ['192.0.2.0/24'] }
    shop = await openTestShop({ poolMax: 10, config })
    const lock = await holdLock(shop, 'lock table product_collection')
    const attacks = times(20, (i) => from(ATTACKER).get(`/store/collections?offset=${i}`))
    await waitUntil(() => shop.queues.waiting === 18)
    const ofServer = times(60, (i) => from('192.0.2.9').get(`/store/collections?offset=${i}`))
    await waitUntil(() => shop.queues.waiting === 78)
    await lock[Symbol.asyncDispose]()
    expect(await statusesOf(ofServer)).toEqual(times(60, () => 200))
    await Promise.all(attacks)
  })
})

test('one network that sends all requests can use the whole queue', async () => {
  await open({ poolMax: 10 })
  const lock = await holdLock(shop, 'lock table product_collection')
  const requests = times(100, (i) => shop.get(`/store/collections?offset=${i}`))
  await waitUntil(() => shop.queues.waiting === 98)
  await lock[Symbol.asyncDispose]()
  expect(await statusesOf(requests)).toEqual(times(100, () => 200))
})

test('lists of one API key leave room for lists of other users', async () => {
  await open({ poolMax: 10 })
  const { secret } = await expectSuccess(
    shop.admin.post('/admin/api-keys', { name: 'script', scopes: ['read:customers.*'] }),
  )
  const script = shop.as({ authorization: `Bearer ${secret}` })
  const lock = await holdLock(shop, 'lock table customer')
  const requests = times(60, () => script.get('/admin/customers'))
  await waitUntil(() => shop.queues.waiting === 58)
  const own = shop.admin.get('/admin/customers')
  await waitUntil(() => shop.queues.waiting === 21)
  await lock[Symbol.asyncDispose]()
  expect((await own).status).toBe(200)
  expect(new Set(await statusesOf(requests))).toEqual(new Set([200, 429]))
})

test('lists of administrators do not block lists of the store', async () => {
  await open({ poolMax: 10 })
  const lock = await holdLock(shop, 'lock table customer')
  const requests = times(20, () => shop.admin.get('/admin/customers'))
  await waitUntil(() => shop.queues.waiting === 18)
  expect((await shop.get('/store/products')).status).toBe(200)
  await lock[Symbol.asyncDispose]()
  expect(await statusesOf(requests)).toEqual(times(20, () => 200))
})

test('a list whose client disconnects leaves its queue', async () => {
  await open({ poolMax: 10 })
  const lock = await holdLock(shop, 'lock table product_collection')
  const pathOf = (offset: number) => `/store/collections?offset=${offset}` as const
  const requests = times(2, (i) => shop.get(pathOf(i)))
  await waitUntil(async () => (await countLockWaits()) === 2)
  const client = new AbortController()
  const aborted = times(3, (i) => fetch(shop.url + pathOf(i + 2), { signal: client.signal }))
  const settled = Promise.allSettled(aborted)
  await waitUntil(() => shop.queues.waiting === 3)
  client.abort()
  await settled
  await waitUntil(() => shop.queues.waiting === 0)
  await lock[Symbol.asyncDispose]()
  expect((await statusesOf(requests)).length).toBe(2)
})

test.each([
  ['a search', 'product_search', () => shop.post('/store/products/search', { q: 'coffee' })],
  ['a list with words', 'product_collection', () => shop.get('/store/products?q=coffee')],
  ['a list by price', 'money_amount', () => shop.get('/store/products?currency_code=eur&price[gte]=1')],
])(
  '%s that takes too long leads to 503 and is canceled',
  async (_what, table, search) => {
    await open({ searchTimeout: 50 })
    await using _held = await holdLock(shop, `lock table ${table}`)
    const { headers, ...refused } = await search()
    expect([refused, headers.get('retry-after')]).toMatchObject([unavailable, '2'])
    await waitUntil(async () => (await countLockWaits()) === 0)
  },
  20_000,
)

test('a request whose client disconnects leaves its queue and changes nothing', async () => {
  await open()
  const cart = await shop.given.cart({ region })
  const lock = await holdRow('cart', cart)
  const first = shop.post(`/store/carts/${cart.id}`, { email: 'first@example.com' })
  await waitUntil(() => shop.queues.size > 0)
  const client = new AbortController()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'gone@example.com' })
  const aborted = fetch(`${shop.url}/store/carts/${cart.id}`, { method: 'POST', headers, body, signal: client.signal })
  await waitUntil(() => shop.queues.waiting === 1)
  client.abort()
  await expect(aborted).rejects.toThrow('aborted')
  await waitUntil(() => shop.queues.waiting === 0)
  await lock[Symbol.asyncDispose]()
  expect((await expectSuccess(first)).cart.email).toBe('first@example.com')
  expect((await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart.email).toBe('first@example.com')
})

test('a request that times out leaves its queue and leads to 503', async () => {
  await open()
  const config = { ...shopConfig, bounds: { ...defaultRequestBounds, answerTimeout: 500 } }
  const app = createApp({ orm: shop.orm, files: shop.files, queues: shop.queues, config })
  await using ending = new AsyncDisposableStack()
  const server = await listen(createServer(app), { host: '127.0.0.1', port: 0 })
  ending.defer(() => void server.close())
  const cart = await shop.given.cart({ region })
  const path = `/store/carts/${cart.id}`
  const lock = await holdRow('cart', cart)
  const first = shop.post(path, { email: 'first@example.com' })
  await waitUntil(() => shop.queues.size > 0)
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'late@example.com' })
  const hasty = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await fetch(hasty + path, { method: 'POST', headers, body })).status).toBe(503)
  await waitUntil(() => shop.queues.waiting === 0)
  await lock[Symbol.asyncDispose]()
  expect((await expectSuccess(first)).cart.email).toBe('first@example.com')
})

test('a failed request lets the next one run', async () => {
  await open()
  const cart = await shop.given.cart({ region })
  const lock = await holdRow('cart', cart)
  const requests = times(4, (i) =>
    shop.post(`/store/carts/${cart.id}`, i < 2 ? { region_id: 'unknown' } : { email: emailOf(i) }),
  )
  await waitUntil(() => shop.queues.waiting === 3)
  await lock[Symbol.asyncDispose]()
  expect((await statusesOf(requests)).toSorted()).toEqual([200, 200, 404, 404])
})
