import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import superjson from 'superjson'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/http/app.ts'
import { listen } from '#server/process/listen.ts'
import { BoundsVariables, requestBounds } from '#server/settings/bounds.ts'
import { executeSql } from '#test/support/postgres.ts'
import { type ErrorBody, replyOf, type TrpcBody } from '#test/support/reply.ts'
import { openTestShop, shopConfig, type TestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const bounds = {
  ...requestBounds(BoundsVariables.parse({})),
  bytes: 20_000,
  adminBytes: 60_000,
  entries: 100,
  batch: 3,
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { bounds } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const JSON_TYPE = { 'content-type': 'application/json' }

/** Sends raw JSON over REST and over tRPC to a procedure that accepts metadata, and expects equal responses. */
async function sendBothWays(body: string) {
  const send = async (path: string, text: string) => {
    const answer = await fetch(shop.url + path, { method: 'POST', headers: JSON_TYPE, body: text })
    return { status: answer.status, body: (await answer.json()) as TrpcBody & ErrorBody }
  }
  const rest = await send('/store/carts', body)
  const trpc = await send('/trpc/store.carts.create', `{"json":${body}}`)
  expect(trpc.body.error.json.data).toMatchObject({ ...rest.body, httpStatus: rest.status })
  return rest
}

const invalid = (message: string, status = 400) => ({ status, body: { type: 'invalid_data', message } })
const nested = (levels: number) => `{"metadata":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`

describe('the limits of an input', () => {
  test.each([
    ['too large', `{"email":"${'x'.repeat(20_000)}"}`, invalid('The request is too large', 413)],
    ['nested too deeply', nested(33), invalid('The input is nested too deeply')],
    [
      'nested very deeply',
      `{"items":${'['.repeat(9000)}${']'.repeat(9000)}}`,
      invalid('The input is nested too deeply'),
    ],
    [
      'a list with too many elements',
      `{"items":[${'1,'.repeat(100)}1]}`,
      invalid('items must contain not more than 100 elements'),
    ],
    [
      'an object with too many properties',
      JSON.stringify({ metadata: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [i, i])) }),
      invalid('metadata must contain not more than 100 properties'),
    ],
    ['a __proto__', '{"metadata":{"__proto__":{"x":1}}}', invalid('property __proto__ should not exist')],
    ['a constructor', '{"metadata":{"a":[{"constructor":1}]}}', invalid('property constructor should not exist')],
  ])('an input that is %s is rejected', async (_what, body, answer) => {
    expect(await sendBothWays(body)).toEqual(answer)
  })

  test('an input at the depth limit is accepted', async () => {
    const body = { name: 'Deep', ...JSON.parse(nested(32)) }
    expect((await shop.admin.post('/admin/customer-groups', body)).status).toBe(200)
  })
})

describe('the limit of a body in the administration', () => {
  const padding = (size: number, name = 'Large') => JSON.stringify({ name, metadata: { text: 'x'.repeat(size) } })
  const tooLarge = { status: 413, body: { type: 'invalid_data', message: 'The request is too large' } }
  const send = async (path: string, body: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(shop.url + path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })
    return { status: answer.status, body: (await answer.json()) as TrpcBody & ErrorBody }
  }
  const users = { REST: '/admin/customer-groups', tRPC: '/trpc/admin.customerGroups.create' }

  test.each(Object.entries(users))('a user may send more over %s, up to the limit', async (way, path) => {
    const body = (size: number) => (way === 'REST' ? padding(size, way) : `{"json":${padding(size, way)}}`)
    expect((await shop.admin.post(path, JSON.parse(body(50_000)))).status).toBe(200)
    expect((await shop.admin.post(path, JSON.parse(body(70_000)))).status).toBe(413)
  })

  test('other callers may not, also with a forged session or token', async () => {
    const claims: Record<string, string>[] = [{}, { authorization: 'Bearer nobody' }, { cookie: 'connect.sid=forged' }]
    for (const headers of claims) {
      expect(await send(users.REST, padding(50_000), headers)).toMatchObject(tooLarge)
      const { status } = await send(users.tRPC, `{"json":${padding(50_000)}}`, headers)
      expect(status).toBe(401)
    }
  })

  test('a user has the usual limit in the store, and for a body without its length', async () => {
    const text = JSON.stringify({ email: 'x'.repeat(30_000) })
    expect((await shop.admin.post('/store/carts', JSON.parse(text))).status).toBe(413)
    expect((await shop.admin.post('/trpc/store.carts.create', { json: JSON.parse(text) })).status).toBe(413)
    const headers = { ...JSON_TYPE, authorization: `Bearer ${shop.token}` }
    const body = new Blob([padding(50_000)]).stream()
    const unmeasured: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
    expect((await fetch(shop.url + users.REST, unmeasured)).status).toBe(413)
  })
})

describe('the limits of a URL', () => {
  test('a URL that is too long is rejected', async () => {
    const { status, body } = await shop.get(`/store/regions?q=${'x'.repeat(8_200)}`)
    expect({ status, body }).toEqual(invalid('The URL is too long', 414))
    const trpc = await shop.get(`/trpc/store.regions.list?input=${'x'.repeat(8_200)}`)
    expect(trpc.body.error.json.data).toEqual({ ...body, httpStatus: 414, reason: { name: 'request_too_large' } })
  })

  test.each([
    ['too many parameters', Array.from({ length: 101 }, (_, i) => `k${i}=1`).join('&')],
    ['parameters that are nested too deeply', 'a[b][c][d][e][f][g]=1'],
    ['a list with too many elements', Array.from({ length: 101 }, () => 'id[]=1').join('&')],
  ])('a query with %s is rejected', async (_what, query) => {
    const { status, body } = await shop.get(`/store/products?${query}`)
    expect({ status, body }).toEqual(
      invalid('The query has too many parameters, or its parameters are nested too deeply'),
    )
  })
})

test('the number of calls in a batch is limited', async () => {
  const path = Array.from({ length: 4 }, () => 'store.regions.list').join(',')
  const { status, headers, body } = await shop.get(`/trpc/${path}?batch=1`)
  expect(status).toBe(400)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(body.error.json.data).toMatchObject({
    type: 'invalid_data',
    message: 'The tRPC call could not be read. Check its method, its input and the number of calls in the batch.',
  })
})

describe('superjson in requests', () => {
  const send = (payload: unknown) => shop.admin.post('/trpc/admin.customerGroups.create', payload)

  test('a request can contain dates, undefined values and repeated objects', async () => {
    const twice = { a: new Date(0), b: undefined, c: Number.NaN }
    const payload = superjson.serialize({ name: 'Twice', metadata: { first: twice, second: twice } })
    expect(payload.meta).toHaveProperty('referentialEqualities')
    const { body } = await send(payload)
    const shown = { a: '1970-01-01T00:00:00.000Z', c: null }
    expect(body.result.data.json.customer_group.metadata).toEqual({ first: shown, second: shown })
  })

  test.each([
    ['typed arrays', { json: 1e9, meta: { values: [['typed-array', 'Float64Array']] } }],
    ['expressions', { json: { email: '/(a+)+$/' }, meta: { values: { email: ['regexp'] } } }],
    ['bigints', { json: { metadata: { a: '1' } }, meta: { values: { 'metadata.a': ['bigint'] } } }],
    ['sets', { json: { metadata: { a: [] } }, meta: { values: { 'metadata.a': ['set'] } } }],
    ['errors', { json: { metadata: {} }, meta: { values: { metadata: ['Error'] } } }],
    ['prototype keys', { json: {}, meta: { values: { '__proto__.x': ['Date'] } } }],
    ['nested type annotations', { json: {}, meta: { values: { a: { b: ['Date'] } } } }],
    ['invalid type annotations', { json: {}, meta: { values: 'Date' } }],
    ['nothing', null],
  ])('a request with superjson %s is rejected', async (_what, payload) => {
    const { status, body } = await send(payload === null ? 'null' : payload)
    expect(status).toBe(400)
    expect(body.error.json.data).toMatchObject({
      type: 'invalid_data',
      message: 'The tRPC call could not be read. Check its method, its input and the number of calls in the batch.',
    })
  })

  test('a sparse list element beyond the limit is rejected', async () => {
    const { status, body } = await send({
      json: { items: [] },
      meta: { values: { 'items.4294967294': ['undefined'] } },
    })
    expect([status, body.error.json.message]).toEqual([400, 'items must contain not more than 100 elements'])
  })

  test('a circular reference is ignored', async () => {
    const meta = { referentialEqualities: { metadata: ['metadata.a'] } }
    const { body } = await send({ json: { name: 'Itself', metadata: { a: {} } }, meta })
    expect(body.result.data.json.customer_group.metadata).toEqual({ a: {} })
  })
})

describe('invalid HTTP requests', () => {
  test.each([
    ['garbage', 'NONSENSE\r\n\r\n', 400, 'The request is not valid HTTP/1.1'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'The request headers are too large',
    ],
    [
      'a header inside a header value',
      'GET /health HTTP/1.1\r\nHost: a\r\nX: a\rSet-Cookie: b\r\n\r\n',
      400,
      'The request is not valid HTTP/1.1',
    ],
  ])('the HTTP error for %s has the format of all errors', async (_what, sent, status, message) => {
    const answer = await raw(shop.url, sent)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toEqual({ type: 'invalid_data', message })
  })

  test('the error for a HEAD request has no body', async () => {
    const answer = await raw(shop.url, `HEAD / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 431 .*\r\n\r\n$/s)
  })
})

describe('ambiguous requests', () => {
  const twice = (path: string, ...headers: string[]) =>
    raw(shop.url, [`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', ''].join('\r\n'))

  test.each([
    'Host',
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Origin',
    'X-Medusa-Access-Token',
    'X-Publishable-Api-Key',
  ])('a repeated %s header is rejected', async (name) => {
    const message = `The header ${name.toLowerCase()} must be sent only once`
    for (const path of ['/store/regions', '/admin/orders', '/health', '/nowhere', '/docs']) {
      const answer = await twice(path, `${name}: x`, `${name.toUpperCase()}: x`)
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toEqual({ type: 'invalid_data', message })
    }
    const trpc = await twice('/trpc/store.regions.list', `${name}: x`, `${name}: y`)
    expect(JSON.parse(trpc.split('\r\n\r\n')[1] as string).error.json.data).toMatchObject({ httpStatus: 400, message })
  })

  test.each([
    ['two content lengths', 'Content-Length: 2', 'Content-Length: 3'],
    ['the same content length twice', 'Content-Length: 2', 'Content-Length: 2'],
    ['a content length and an encoding', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
    ['an encoding that is not the last', 'Transfer-Encoding: chunked, gzip'],
  ])('a request with %s is rejected', async (_what, ...headers) => {
    const answer = await twice('/store/regions', ...headers)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('"message":"The request is not valid HTTP/1.1"')
  })

  test('two cookie headers are accepted, as HTTP/2 proxies send them', async () => {
    expect(await twice('/store/regions', 'Cookie: a=1', 'Cookie: b=2')).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('request timeouts', () => {
  let impatientUrl: string
  beforeAll(async () => {
    const config = { ...shopConfig, bounds: { ...bounds, answerTimeout: 500 } }
    const app = createApp({ orm: shop.orm, files: shop.files, config })
    const server = await listen(createServer(app), { host: '127.0.0.1', port: 0 })
    impatientUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return () => server.close()
  })

  test('a request that does not arrive in time is rejected', async () => {
    const head = ['POST /store/carts HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 10']
    const answer = await raw(impatientUrl, `${head.join('\r\n')}\r\n\r\n{`)
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(answer).toContain('{"type":"invalid_data","message":"The request took too long to arrive"}')
  })

  test('a request that is not answered in time is rejected and rolled back', async () => {
    const cart = await shop.given.cart()
    const em = shop.orm.em.fork()
    await em.begin()
    await em.execute('select from cart where id = ? for update', [cart.id])
    const body = { email: 'late@example.com' }
    const post = (path: string, sent: object) =>
      fetch(impatientUrl + path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(sent) }).then(
        replyOf<Partial<TrpcBody>>,
      )
    const rest = await post(`/store/carts/${cart.id}`, body)
    const trpc = await post('/trpc/store.carts.update', { json: { id: cart.id, ...body } })
    for (const { status, headers, body } of [rest, trpc]) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
      expect(body.error?.json.data ?? body).toMatchObject({ type: 'unavailable' })
    }
    const waiting =
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await waitUntil(async () => (await executeSql(shop.databaseUrl, waiting))[0]?.count === '0')
    await em.rollback()
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.email).toBe(cart.email)
  })
})

/** Sends raw text and returns the whole response. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    let answer = ''
    connect(Number(port), hostname)
      .on('data', (chunk) => {
        answer += chunk
      })
      .on('end', () => resolve(answer))
      .on('error', reject)
      .write(text)
  })
}
