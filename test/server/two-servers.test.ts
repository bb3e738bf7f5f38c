import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, type RouterOutputs } from '#client/index.ts'
import { checkout, type Send, type Step } from '../../bench/checkout.ts'
import { type RunningServer, startServer } from '../../bench/server.ts'
import { setUpShop } from '../../bench/shop.ts'
import { CookieClient } from '../support/cookie-client.ts'
import { cloneDatabase, executeSql } from '../support/postgres.ts'

/* Two server processes on one database, as behind a load balancer. */

const ending = new AsyncDisposableStack()
let first: RunningServer
let second: RunningServer
let databaseUrl: string
beforeAll(async () => {
  const database = ending.use(await cloneDatabase())
  databaseUrl = database.url
  const SESSION_SECRET = 'the session secret of both servers in this test'
  first = ending.use(await startServer(databaseUrl, { SESSION_SECRET, JOBS: 'none' }))
  second = ending.use(await startServer(databaseUrl, { SESSION_SECRET }))
})
afterAll(() => ending.disposeAsync())

/** A client of the other server with the same cookies. */
const clientAt = (visitor: CookieClient, url: string) => {
  const same = new CookieClient(url)
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value)
  return same
}

test('a session is valid on both servers until a logout on either', async () => {
  const user = new CookieClient(first.url)
  await user.post('/admin/auth', { email: first.email, password: first.password })
  const same = clientAt(user, second.url)
  expect((await same.get('/admin/auth')).body.user.email).toBe(first.email)
  await same.delete('/admin/auth')
  expect((await user.get('/admin/auth')).status).toBe(401)
})

test('a cart filled and completed on both servers becomes one order', async () => {
  const shop = await setUpShop(first)
  const visitors = [new CookieClient(first.url), new CookieClient(second.url)]
  let next = 0
  const send: Send = async <Body>(step: Step, method: string, path: string, body?: object) => {
    if (step !== 'complete') return (await visitors[next++ % 2]!.send<Body>(method, path, body, {})).body
    const key = { 'idempotency-key': 'the same at both' }
    const [one, other] = await Promise.all(visitors.map((visitor) => visitor.send<Body>('POST', path, body, key)))
    expect(one!.body).toEqual(other!.body)
    return one!.body
  }
  await checkout(send, shop, 0)
  expect(await executeSql(databaseUrl, 'select id from "order"')).toHaveLength(1)
})

test('failed logins are counted across servers', async () => {
  const tries = Array.from({ length: 24 }, (_, i) => new CookieClient(i % 2 === 0 ? first.url : second.url))
  const statuses: number[] = []
  for (const visitor of tries)
    statuses.push((await visitor.post('/admin/auth', { email: 'nobody@example.com', password: 'wrong' })).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
  expect(statuses.slice(20)).toEqual(Array(4).fill(429))
})

test('a batch job of one server can be watched on the other', async () => {
  const user = new CookieClient(first.url)
  const { body } = await user.post('/admin/auth/token', { email: first.email, password: first.password })
  const client = createShopClient({ url: first.url, token: body.access_token })
  const { batch_job } = await client.admin.batchJobs.create.mutate({ type: 'product-export', context: {} })
  type Job = RouterOutputs['admin']['batchJobs']['get']['batch_job']
  const states = await new Promise<string[]>((resolve, reject) => {
    const statuses: string[] = []
    client.admin.batchJobs.watch.subscribe(
      { id: batch_job.id },
      {
        onData: (job) => statuses.push((job as Job).status),
        onComplete: () => resolve(statuses),
        onError: reject,
      },
    )
  })
  expect(states.at(-1)).toBe('completed')
})
