import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { openSampleApi, type SampleApi } from '#test/support/sample-api.ts'

/** The procedures of the lab, called by a client that is typed for the shop. */
interface LabClient {
  store: { things: Record<string, Call> }
  admin: { secrets: Record<string, Call> }
}
interface Call {
  query(input?: unknown): Promise<{ input: Record<string, unknown> }>
  mutate(input?: unknown, options?: { context: object }): Promise<{ input: Record<string, unknown> }>
}

const sent: { url: string; headers: Headers }[] = []
const watched: typeof fetch = (url, init) => {
  sent.push({ url: String(url), headers: new Headers(init?.headers) })
  return fetch(url, init)
}

let lab: SampleApi
let client: LabClient
beforeAll(async () => {
  lab = await openSampleApi()
  client = createShopClient({
    url: `${lab.url}/`,
    token: 'secret',
    headers: { 'x-shop': 'demo' },
    fetch: watched,
  }) as unknown as LabClient
})
afterAll(() => lab[Symbol.asyncDispose]())

const refusalOf = async (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error) => shopError(error),
  )

test('a query is answered, and dates go out and come back as dates', async () => {
  const at = new Date('2026-01-02')
  const { input } = await client.store.things.list!.query({ created_at: { gte: at }, limit: 5 })
  expect(input).toEqual({ limit: 5, offset: 0, created_at: { gte: at } })
})

test('a mutation is answered', async () => {
  expect(await client.store.things.create!.mutate({ title: 'x' })).toEqual({ input: { title: 'x' } })
})

test('the token is sent as bearer, beside what other headers there are', async () => {
  await client.store.things.list!.query()
  expect(sent.at(-1)?.headers.get('authorization')).toBe('Bearer secret')
  expect(sent.at(-1)?.headers.get('x-shop')).toBe('demo')
  expect(sent.at(-1)?.url).toMatch(`${lab.url}/trpc/store.things.list`)
})

test('a call may name an idempotency key', async () => {
  await client.store.things.create!.mutate({ title: 'x' }, { context: { idempotencyKey: 'k' } })
  expect(sent.at(-1)?.headers.get('idempotency-key')).toBe('k')
  const other = client.store.things.create!.mutate({ title: 'y' }, { context: { idempotencyKey: 'k' } })
  expect(await refusalOf(other)).toMatchObject({ type: 'conflict', code: 'invalid_state_error', httpStatus: 409 })
})

test('a refusal is told as over REST', async () => {
  expect(await refusalOf(client.store.things.refuse!.mutate({ how: 'not allowed' }))).toEqual({
    type: 'not_allowed',
    code: 'cart_incompatible_state',
    message: 'The thing is closed',
    httpStatus: 400,
  })
  expect(await refusalOf(client.store.things.create!.mutate({ title: 5, colour: 'red' }))).toEqual({
    type: 'invalid_data',
    code: undefined,
    message: 'property colour should not exist, title must be a string',
    httpStatus: 400,
  })
  expect(await refusalOf(client.admin.secrets.create!.mutate({ nonsense: 1 }))).toMatchObject({
    type: 'unauthorized',
    message: 'Unauthorized',
    httpStatus: 401,
  })
  expect(await refusalOf(client.store.things.nothing!.query())).toMatchObject({ type: 'not_found', httpStatus: 404 })
})

test('of a fault nothing is told', async () => {
  expect(await refusalOf(client.store.things.refuse!.mutate({ how: 'fault' }))).toEqual({
    type: 'unknown_error',
    code: 'unknown_error',
    message: 'An unknown error occurred.',
    httpStatus: 500,
  })
  const reply = await lab.post('/trpc/store.things.refuse', { json: { how: 'fault' } })
  expect(reply.text).not.toMatch(/secret_table|stack|\.ts/)
})

test.each([
  ['whose body breaks off', 'POST', '{"json":', 400],
  ['whose body is a list', 'POST', '[]', 400],
  ['whose body is null', 'POST', 'null', 400],
  ['whose body is of another make', 'POST', '{"title":"x"}', 400],
  ['whose body is too large', 'POST', `{"json":{"title":"${'x'.repeat(110_000)}"}}`, 413],
  ['that asks where it should tell', 'GET', undefined, 405],
])('a request %s is the fault of the caller', async (_, method, body, status) => {
  const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const reply = await lab.send(method, '/trpc/store.things.create', init)
  expect(reply.status).toBe(status)
  expect(reply.body.error.json.data).toMatchObject({ type: 'invalid_data', httpStatus: status })
  expect(reply.text).not.toMatch(/stack|node_modules/)
})

test('what is no answer of the shop is no refusal of the shop', async () => {
  const nowhere = createShopClient({ url: 'http://127.0.0.1:1' })
  expect(await refusalOf(nowhere.store.regions.list.query())).toBeUndefined()
  expect(shopError(new Error('x'))).toBeUndefined()
  expect(shopError(undefined)).toBeUndefined()
})
