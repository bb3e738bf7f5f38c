import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, type RouterOutputs } from '#client/index.ts'
import { checkout, type Send } from '../../bench/checkout.ts'
import { type RunningServer, startServer } from '../../bench/server.ts'
import { setUpShop } from '../../bench/shop.ts'
import { CookieClient } from '../support/cookie-client.ts'
import { cloneDatabase, executeSql } from '../support/postgres.ts'

/* Two real processes on one database, as behind a balancer that sends each request to any of them. */

const ending = new AsyncDisposableStack()
let here: RunningServer
let there: RunningServer
let databaseUrl: string
beforeAll(async () => {
  const database = ending.use(await cloneDatabase())
  databaseUrl = database.url
  const SESSION_SECRET = 'the secret that both of them know'
  here = ending.use(await startServer(databaseUrl, { SESSION_SECRET, JOBS: 'none' }))
  there = ending.use(await startServer(databaseUrl, { SESSION_SECRET }))
}, 60_000)
afterAll(() => ending.disposeAsync())

/** The same person at the other server. */
const moved = (visitor: CookieClient, url: string) => {
  const same = new CookieClient(url)
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value)
  return same
}

test('who logs in at one is known at the other, until they log out at either', async () => {
  const user = new CookieClient(here.url)
  await user.post('/admin/auth', { email: here.email, password: here.password })
  const same = moved(user, there.url)
  expect((await same.get('/admin/auth')).body.user.email).toBe(here.email)
  await same.delete('/admin/auth')
  expect((await user.get('/admin/auth')).status).toBe(401)
})

test('a cart is filled at both, and completed at both at once is one order', { timeout: 60_000 }, async () => {
  const shop = await setUpShop(here)
  const visitors = [new CookieClient(here.url), new CookieClient(there.url)]
  let next = 0
  const send: Send = async (step, method, path, body) => {
    if (step !== 'complete') return (await visitors[next++ % 2]!.send(method, path, body, {})).body
    const key = { 'idempotency-key': 'the same at both' }
    const [one, other] = await Promise.all(visitors.map((visitor) => visitor.post(path, body, key)))
    expect(one!.body).toEqual(other!.body)
    return one!.body
  }
  await checkout(send, shop, 0)
  expect(await executeSql(databaseUrl, 'select id from "order"')).toHaveLength(1)
})

test('wrong passwords are counted together', async () => {
  const tries = Array.from({ length: 24 }, (_, i) => new CookieClient(i % 2 === 0 ? here.url : there.url))
  const statuses: number[] = []
  for (const visitor of tries)
    statuses.push((await visitor.post('/admin/auth', { email: 'nobody@example.com', password: 'wrong' })).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
  expect(statuses.slice(20)).toEqual(Array(4).fill(429))
})

test('a batch job that one does is watched at the other', { timeout: 60_000 }, async () => {
  const user = new CookieClient(here.url)
  const { body } = await user.post('/admin/auth/token', { email: here.email, password: here.password })
  const client = createShopClient({ url: here.url, token: body.access_token })
  const { batch_job } = await client.admin.batchJobs.create.mutate({ type: 'product-export', context: {} })
  type Job = RouterOutputs['admin']['batchJobs']['get']['batch_job']
  const states = await new Promise<string[]>((resolve, reject) => {
    const seen: string[] = []
    client.admin.batchJobs.watch.subscribe(
      { id: batch_job.id },
      {
        onData: (job) => seen.push((job as Job).status),
        onComplete: () => resolve(seen),
        onError: reject,
      },
    )
  })
  expect(states.at(-1)).toBe('completed')
})
