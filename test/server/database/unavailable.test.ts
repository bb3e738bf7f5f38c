import { createTRPCClient, httpLink, type TRPCClientError } from '@trpc/client'
import { Client } from 'pg'
import superjson from 'superjson'
import { expect, test } from 'vitest'
import type { AppRouter } from '#routers/index.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const POOL_SIZE = 10

const UNAVAILABLE = {
  type: 'unavailable',
  message: 'The shop is unavailable for the moment. Please send the request again',
}
const UNKNOWN = {
  type: 'unavailable',
  message:
    'The shop is unavailable for the moment. The request may or may not have succeeded. ' +
    'Send it again with the same Idempotency-Key',
}

/** Locks a cart row until disposal. */
async function holdCart(shop: TestShop, id: string): Promise<AsyncDisposable> {
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from cart where id = $1 for update', [id])
  return { [Symbol.asyncDispose]: () => client.end() }
}

/** Waits until a connection waits for a lock, and terminates it. */
async function cutWaiting(shop: TestShop): Promise<void> {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await executeSql(shop.databaseUrl, cut)).length === 0);
}

test('a connection that breaks in a transaction leads to 503 and is replaced in the pool', async () => {
  await using shop = await openTestShop({ demo: true })
  const { body } = await shop.post('/store/carts', {})
  const path = `/store/carts/${body.cart.id}`
  {
    await using _held = await holdCart(shop, body.cart.id)
    for (let i = 0; i <= POOL_SIZE; i++) {
      const [reply] = await Promise.all([shop.post(path, { email: 'ada@example.com' }), cutWaiting(shop)])
      expect([reply.status, reply.headers.get('retry-after'), reply.body]).toEqual([503, '2', UNKNOWN])
    }
  }
  expect((await shop.get(path)).body.cart.email).toBeNull()
  expect((await shop.post(path, { email: 'ada@example.com' })).status).toBe(200)
})

test('a lock timeout leads to 409, and the request can be repeated', async () => {
  await using shop = await openTestShop({ demo: true, timeouts: { wait: 2000, statement: 60_000 } })
  const { body } = await shop.post('/store/carts', {})
  await using _held = await holdCart(shop, body.cart.id)
  const reply = await shop.post(`/store/carts/${body.cart.id}`, { email: 'ada@example.com' })
  expect([reply.status, reply.body.type]).toEqual([409, 'conflict'])
})

test('a statement timeout leads to 503', async () => {
  await using shop = await openTestShop({ demo: true, timeouts: { wait: 10_000, statement: 3000 } })
  const { body } = await shop.post('/store/carts', {})
  await using _held = await holdCart(shop, body.cart.id)
  const reply = await shop.post(`/store/carts/${body.cart.id}`, { email: 'ada@example.com' })
  expect([reply.status, reply.body]).toEqual([503, UNKNOWN])
})

test('an exhausted pool leads to 503 over REST and tRPC, also for unknown routes', async () => {
  await using shop = await openTestShop({ demo: true, timeouts: { wait: 2000, statement: 60_000 } })
  const forks = Array.from({ length: POOL_SIZE }, () => shop.orm.em.fork())
  for (const em of forks) await em.begin()
  const replies = await Promise.all([
    shop.get('/store/regions'),
    shop.admin.get('/admin/orders'),
    shop.admin.get('/admin/nothing'),
  ])
  for (const { status, headers, body } of replies)
    expect([status, headers.get('retry-after'), body]).toEqual([503, '2', UNAVAILABLE])
  const failed = await overTrpc(shop)
  expect(failed.data).toMatchObject({ httpStatus: 503, ...UNAVAILABLE })
  expect((failed.meta as { response: Response }).response.headers.get('retry-after')).toBe('2')
  for (const em of forks) await em.rollback()
  expect((await shop.get('/store/regions')).status).toBe(200)
})

function overTrpc(shop: TestShop): Promise<TRPCClientError<AppRouter>> {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${shop.url}/trpc`, transformer: superjson })],
  })
  return client.store.regions.list.query().then(
    () => expect.unreachable(),
    (error) => error,
  )
}
