import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { openSampleApi, type SampleApi } from '#test/support/sample-api.ts'
import { untyped } from '#test/support/untyped.ts'

/** The procedures of the sample API, called by a client that is typed for the shop. */
interface SampleClient {
  store: { things: Record<string, Call> }
  admin: { secrets: Record<string, Call> }
}
interface Call {
  query(input?: unknown): Promise<{ input: Record<string, unknown> }>
  mutate(input?: unknown, options?: { context: object }): Promise<{ input: Record<string, unknown> }>
}

const requests: { url: string; headers: Headers }[] = []
const recordingFetch: typeof fetch = (url, init) => {
  requests.push({ url: String(url), headers: new Headers(init?.headers) })
  return fetch(url, init)
}

let api: SampleApi
let client: SampleClient
beforeAll(async () => {
  api = await openSampleApi()
  client = untyped(
    createShopClient({
      url: `${api.url}/`,
      token: 'secret',
      headers: { 'x-shop': 'demo' },
      fetch: recordingFetch,
    }),
  )
})
afterAll(() => api[Symbol.asyncDispose]())

const errorOf = async (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error) => shopError(error),
  )

test('a query sends and returns dates', async () => {
  const at = new Date('2026-01-02')
  const { input } = await client.store.things.list!.query({ created_at: { gte: at }, limit: 5 })
  expect(input).toEqual({ limit: 5, offset: 0, created_at: { gte: at } })
})

test('a mutation returns its result', async () => {
  expect(await client.store.things.create!.mutate({ title: 'x' })).toEqual({ input: { title: 'x' } })
})

test('the client sends the token as a bearer token next to other headers', async () => {
  await client.store.things.list!.query()
  expect(requests.at(-1)?.headers.get('authorization')).toBe('Bearer secret')
  expect(requests.at(-1)?.headers.get('x-shop')).toBe('demo')
  expect(requests.at(-1)?.url).toMatch(`${api.url}/trpc/store.things.list`)
})

test('a call can have an idempotency key', async () => {
  await client.store.things.create!.mutate({ title: 'x' }, { context: { idempotencyKey: 'k' } })
  expect(requests.at(-1)?.headers.get('idempotency-key')).toBe('k')
  const other = client.store.things.create!.mutate({ title: 'y' }, { context: { idempotencyKey: 'k' } })
  expect(await errorOf(other)).toMatchObject({ type: 'conflict', code: 'invalid_state_error', httpStatus: 409 })
})

test('a refused call throws the error of the REST API', async () => {
  expect(await errorOf(client.store.things.refuse!.mutate({ how: 'not allowed' }))).toEqual({
    type: 'not_allowed',
    code: 'cart_incompatible_state',
    message: 'The thing is closed',
    fields: [],
    httpStatus: 400,
  })
  expect(await errorOf(client.store.things.create!.mutate({ title: 5, colour: 'red' }))).toEqual({
    type: 'invalid_data',
    code: undefined,
    message: 'property colour should not exist, title must be a string',
    httpStatus: 400,
    fields: [
      { path: 'colour', message: 'property colour should not exist', rule: { name: 'unknown' } },
      { path: 'title', message: 'title must be a string', rule: { name: 'required' } },
    ],
  })
  expect(await errorOf(client.admin.secrets.create!.mutate({ nonsense: 1 }))).toMatchObject({
    type: 'unauthorized',
    message: 'Unauthorized',
    httpStatus: 401,
  })
  expect(await errorOf(client.store.things.nothing!.query())).toMatchObject({ type: 'not_found', httpStatus: 404 })
})

test('an internal error reveals no details', async () => {
  expect(await errorOf(client.store.things.refuse!.mutate({ how: 'fault' }))).toEqual({
    type: 'unknown_error',
    code: 'unknown_error',
    message: 'An unknown error occurred.',
    fields: [],
    httpStatus: 500,
  })
  const reply = await api.post('/trpc/store.things.refuse', { json: { how: 'fault' } })
  expect(reply.text).not.toMatch(/secret_table|stack|\.ts/)
})

test.each([
  ['with incomplete JSON', 'POST', '{"json":', 400],
  ['with a list as its body', 'POST', '[]', 400],
  ['with null as its body', 'POST', 'null', 400],
  ['with a body of another format', 'POST', '{"title":"x"}', 400],
  ['with a body that is too large', 'POST', `{"json":{"title":"${'x'.repeat(110_000)}"}}`, 413],
  ['with the wrong method', 'GET', undefined, 405],
])('a request %s fails with a client error', async (_, method, body, status) => {
  const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const reply = await api.send(method, '/trpc/store.things.create', init)
  expect(reply.status).toBe(status)
  expect(reply.body.error.json.data).toMatchObject({ type: 'invalid_data', httpStatus: status })
  expect(reply.text).not.toMatch(/stack|node_modules/)
})

test('other errors are not errors of the shop', async () => {
  const nowhere = createShopClient({ url: 'http://127.0.0.1:1' })
  expect(await errorOf(nowhere.store.regions.list.query())).toBeUndefined()
  expect(shopError(new Error('x'))).toBeUndefined()
  expect(shopError(undefined)).toBeUndefined()
})

test('headers of a function are those of the moment, and credentials are sent if the client asks for them', async () => {
  let token = 'first'
  const seen: (string | undefined)[] = []
  const moving: SampleClient = untyped(
    createShopClient({
      url: api.url,
      credentials: true,
      headers: async () => ({ authorization: `Bearer ${token}` }),
      fetch: (url, init) => {
        seen.push(init?.credentials)
        return recordingFetch(url, init)
      },
    }),
  )
  await moving.store.things.list!.query()
  token = 'second'
  await moving.store.things.list!.query()
  expect(requests.slice(-2).map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer first',
    'Bearer second',
  ])
  expect(seen).toEqual(['include', 'include'])
})
