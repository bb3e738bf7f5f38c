import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NotAllowed } from '#entities/errors.ts'
import { rest } from '#routers/context/meta.ts'
import { openProcedure, router } from '#routers/procedures/trpc.ts'
import { openSampleApi, type SampleApi } from '#test/support/sample-api.ts'
import { type Caller, openTestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/* A procedure that inserts a row each time it runs. */

/** The number of next calls that fail. */
let failing = 0
/** Calls wait for this promise before they return. */
let gate: Promise<void> | undefined
/** Whether the transaction of `keep` commits. */
let commits = true

const strokes = router({
  add: openProcedure
    .meta(rest('POST', '/strokes', 'Add a stroke', { status: 201 }))
    .input(z.strictObject({ name: z.string() }))
    .output(z.object({ id: z.int(), name: z.string(), at: z.date() }))
    .mutation(async ({ ctx, input }) => {
      const [row] = await ctx.em.execute('insert into stroke (name) values (?) returning id', [input.name])
      await gate
      if (failing-- > 0) throw new NotAllowed('No strokes are left')
      return { id: row?.id, name: input.name, at: new Date() }
    }),
  ask: openProcedure
    .meta(
      rest('POST', '/strokes/ask', 'Ask until there are two', {
        isFinal: (answer) => (answer as { count: number }).count > 1,
      }),
    )
    .output(z.object({ count: z.int() }))
    .mutation(async ({ ctx }) => {
      await ctx.em.execute(`insert into stroke (name) values ('asked')`)
      const [row] = await ctx.em.execute('select count(*)::int as count from stroke')
      return { count: row?.count }
    }),
  keep: openProcedure
    .meta(
      rest('POST', '/strokes/keep', 'Add a stroke in its own transaction', {
        manualTransactions: true,
        isFinal: (answer) => (answer as { name: string }).name !== 'open',
      }),
    )
    .input(z.strictObject({ name: z.string() }))
    .output(z.object({ id: z.int(), name: z.string() }))
    .mutation(({ ctx, input }) =>
      ctx.em.transactional(async (em) => {
        const [row] = await em.execute('insert into stroke (name) values (?) returning id', [input.name])
        await gate
        const answer = await ctx.saveResponse(em, { id: row?.id, name: input.name })
        if (!commits) throw new NotAllowed('No strokes are left')
        return answer
      }),
    ),
  complete: openProcedure
    .meta(rest('POST', '/strokes/complete', 'Complete', { issuesIdempotencyKey: true }))
    .output(z.object({}))
    .mutation(() => ({})),
})

let api: SampleApi
beforeAll(async () => {
  api = await openSampleApi(router({ strokes }), router({}))
  await api.orm.em.execute('create table stroke (id serial primary key, name text)')
})
afterAll(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  failing = 0
  gate = undefined
  commits = true
  await api.orm.em.fork().execute('truncate stroke, idempotency_key')
})

const add = (key: string, body: object, path = '/store/strokes') => api.post(path, body, { 'idempotency-key': key })
const strokeCount = async () => (await api.orm.em.fork().execute('select * from stroke')).length
const IDLE = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
/** Waits until this many requests wait for another one with the same key. */
const untilWaiting = (count: number) => waitUntil(() => api.queues.waiting === count)
const conflict = { status: 409, body: { type: 'conflict', code: 'invalid_state_error' } }

test('a request repeated with its idempotency key runs once and returns the same response', async () => {
  const first = await add('k', { name: 'a' })
  const second = await add('k', { name: 'a' })
  expect(first.status).toBe(201)
  expect(second).toMatchObject({ status: 201, text: first.text })
  expect(await strokeCount()).toBe(1)
})

test('the response includes the idempotency key and exposes it to other origins', async () => {
  const { headers } = await add('k', { name: 'a' })
  expect(headers.get('idempotency-key')).toBe('k')
  expect(headers.get('access-control-expose-headers')).toBe('Idempotency-Key')
})

test('every request without an idempotency key runs', async () => {
  await api.post('/store/strokes', { name: 'a' })
  await api.post('/store/strokes', { name: 'a' })
  expect(await strokeCount()).toBe(2)
})

test('an idempotency key is valid for one input', async () => {
  await add('k', { name: 'a' })
  expect(await add('k', { name: 'b' })).toMatchObject(conflict)
  expect(await add('k', { name: 'a' }, '/store/strokes/complete')).toMatchObject(conflict)
  expect(await strokeCount()).toBe(1)
})

test('an idempotency key is valid for one caller', async () => {
  await using shop = await openTestShop()
  const { id: region_id } = await shop.given.region()
  const callers = [await shop.given.customer(), await shop.given.customer(), shop.admin, shop]
  for (const [i, caller] of callers.entries()) {
    const begin = (by: Caller) => by.post('/store/carts', { region_id }, { 'idempotency-key': `k${i}` })
    const { status, text } = await begin(caller)
    expect(status).toBe(200)
    for (const other of callers)
      expect(await begin(other)).toMatchObject(other === caller ? { status, text } : conflict)
  }
})

test('two guests with the same idempotency key and input share a response', async () => {
  await using shop = await openTestShop()
  const { id: region_id } = await shop.given.region()
  const [firstGuest, other] = [shop.as({ 'user-agent': 'one' }), shop.as({ 'user-agent': 'other' })]
  const begin = async (by: Caller, key: string) =>
    (await by.post('/store/carts', { region_id }, { 'idempotency-key': key })).body.cart.id
  const id = await begin(firstGuest, 'k')
  expect(await begin(other, 'k')).toBe(id)
  expect(await begin(other, crypto.randomUUID())).not.toBe(id)
})

test('a response that is not final is not stored, and the next request with the idempotency key runs', async () => {
  const counts = []
  for (let i = 0; i < 3; i++) counts.push((await add('k', {}, '/store/strokes/ask')).body)
  expect(counts).toEqual([{ count: 1 }, { count: 2 }, { count: 2 }])
})

test('a failed request changes nothing and frees its idempotency key', async () => {
  failing = 1
  expect((await add('k', { name: 'a' })).status).toBe(400)
  expect(await strokeCount()).toBe(0)
  expect((await add('k', { name: 'a' })).status).toBe(201)
  expect((await add('k2', { wrong: 1 })).status).toBe(400)
  expect((await add('k2', { name: 'b' })).status).toBe(201)
  expect(await strokeCount()).toBe(2)
})

test('simultaneous requests with one idempotency key run once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const requests = Array.from({ length: 8 }, () => add('k', { name: 'a' }))
  await untilWaiting(7)
  resolve()
  const replies = await Promise.all(requests)
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await strokeCount()).toBe(1)
})

test('the second of two simultaneous requests with one idempotency key runs if the first one fails', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  failing = 1
  const requests = [add('k', { name: 'a' }), add('k', { name: 'a' })]
  await untilWaiting(1)
  resolve()
  expect((await Promise.all(requests)).map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(await strokeCount()).toBe(1)
})

describe('responses stored in the transaction of the procedure', () => {
  const keep = (key: string, name: string) => add(key, { name }, '/store/strokes/keep')
  const keptCount = async () => (await api.orm.em.fork().execute('select * from idempotency_key')).length

  test('a stored response is returned again', async () => {
    const first = await keep('k', 'a')
    expect(first.status).toBe(200)
    expect(await keep('k', 'a')).toMatchObject({ status: 200, text: first.text })
    expect(await strokeCount()).toBe(1)
  })

  test('a stored response is rolled back with its transaction', async () => {
    commits = false
    expect((await keep('k', 'a')).status).toBe(400)
    expect([await strokeCount(), await keptCount()]).toEqual([0, 0])
    commits = true
    expect((await keep('k', 'a')).status).toBe(200)
  })

  test('a response that is not final is not stored', async () => {
    await keep('k', 'open')
    await keep('k', 'open')
    expect([await strokeCount(), await keptCount()]).toEqual([2, 0])
  })

  test('a transaction is rolled back if another request has used its idempotency key', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    const late = keep('k', 'late')
    await waitUntil(async () => (await api.orm.em.fork().execute(IDLE)).length === 1)
    gate = undefined
    const first = await keep('k', 'first')
    resolve()
    expect(await late).toMatchObject(conflict)
    expect(await keep('k', 'first')).toMatchObject({ status: 200, text: first.text })
    expect(await strokeCount()).toBe(1)
  })
})

test('a procedure may issue an idempotency key', async () => {
  const { headers } = await api.post('/store/strokes/complete', {})
  expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
})

test('idempotency keys work over tRPC and keep dates in the response', async () => {
  const call = () => api.post('/trpc/store.strokes.add', { json: { name: 'a' } }, { 'idempotency-key': 'k' })
  const first = await call()
  expect(first.body.result.data.meta).toMatchObject({ values: { at: ['Date'] } })
  expect((await call()).text).toBe(first.text)
  expect(await strokeCount()).toBe(1)
})
