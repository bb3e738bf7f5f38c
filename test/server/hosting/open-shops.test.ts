import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDirectory, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'
import { waitUntil } from '../../support/wait-until.ts'

/* Which shops a process has open. */

const ending = new AsyncDisposableStack()
let directory: TestDirectory
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  for (const id of ['one', 'two', 'three']) await directory.create(id)
})
afterAll(() => ending.disposeAsync())

const connectionsTo = async (id: string) => {
  const { database } = await directory.directory.get(id)
  const sql = `select count(*) from pg_stat_activity where datname = '${database}'`
  return Number((await executeSql(directory.directory.url, sql))[0]?.count)
}

test('a shop is opened by its first request, and an idle one has no connection', async () => {
  await using served = await serveDirectory(directory, { idleTime: 300 })
  expect(served.shops.openIds).toEqual([])
  const answers = await Promise.all(Array.from({ length: 5 }, () => served.at('one.example.com').get('/store/regions')))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(served.shops.openIds).toEqual(['one'])
  expect(await connectionsTo('one')).toBeGreaterThan(0)
  await waitUntil(() => served.shops.openIds.length === 0)
  await waitUntil(async () => (await connectionsTo('one')) === 0)
  expect((await served.at('one.example.com').get('/store/regions')).status).toBe(200)
})

test('of more shops than a process may remember, those without requests for the longest time are closed', async () => {
  await using served = await serveDirectory(directory, { openShops: 2, idleTime: 2000 })
  for (const id of ['one', 'two', 'three']) await served.at(`${id}.example.com`).get('/store/regions')
  await waitUntil(() => served.shops.openIds.length <= 2)
  expect(served.shops.openIds).not.toContain('one')
})

test('a pause lets running requests of the shop end', async () => {
  await using served = await serveDirectory(directory)
  const { shop, release } = await served.shops.take('two')
  await directory.directory.setStatus('two', 'paused')
  await waitUntil(() => !served.shops.openIds.includes('two'))
  expect(await shop.orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }])
  release()
  await waitUntil(async () => (await connectionsTo('two')) === 0)
  await directory.directory.setStatus('two', 'active')
})

test('the connections of all shops have one limit', async () => {
  await using served = await serveDirectory(directory)
  const hosts = ['one', 'two', 'three'].flatMap((id) => Array.from({ length: 30 }, () => `${id}.example.com`))
  await waitUntil(async () => (await served.at('two.example.com').get('/store/regions')).status === 200)
  const statuses = await Promise.all(
    hosts.map(async (host) => (await served.at(host).get('/store/products?limit=1&q=none')).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(directory.program.servers.budgetOf('default').open).toBeLessThanOrEqual(20)
})
