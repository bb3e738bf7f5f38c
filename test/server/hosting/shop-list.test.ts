import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ShopOverview } from '#server/hosting/people/shop-overview.ts'
import { openTestDirectory, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'

/* The list of shops for operators. */

const ending = new AsyncDisposableStack()
let directory: TestDirectory
beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  for (const id of ['calm', 'failing']) await directory.create(id)
})
afterAll(() => ending.disposeAsync())

const list = (overview = new ShopOverview(directory.program)) => overview.list()
const facts = { last_order_ms: Date.UTC(2026, 10, 1), failing_jobs: 0, size: '14000000' }
const sql = (text: string) => executeSql(directory.directory.url, text)

test('shops with problems come first, the worst ones before', async () => {
  await directory.directory.record('calm', { keys: [], facts })
  await directory.directory.record('failing', { keys: [], facts: { ...facts, failing_jobs: 3, size: null } })
  await directory.directory.begin({ id: 'begun', hosts: [], settings: {} })
  await sql(
    `insert into hosted_shop (id, created_at, updated_at, status, database, settings) values ('lost', now(), now(), 'active', 'no_database', '')`,
  )
  await sql(`insert into hosted_shop (id, created_at, updated_at, status, database, settings, prepared_by)
    select 'old', now(), now(), 'paused', database || '_', '', 'another program' from hosted_shop where id = 'calm'`)
  await sql(
    `update hosted_shop set database = (select datname from pg_database where datname = current_database()) where id = 'old'`,
  )
  const shops = await list()
  expect(shops.map(({ id, problems }) => [id, problems])).toEqual([
    ['lost', ['database_missing', 'outdated']],
    ['begun', ['incomplete']],
    ['failing', ['failing_jobs']],
    ['old', ['outdated']],
    ['calm', []],
  ])
  expect(shops.at(-1)).toMatchObject({
    last_order_at: new Date(facts.last_order_ms),
    size: 14_000_000,
    failing_jobs: 0,
  })
  for (const id of ['lost', 'begun', 'old']) await directory.directory.delete(id)
})

test('a turn without a measurement keeps the size', async () => {
  await directory.directory.record('calm', { keys: [], facts })
  await directory.directory.record('calm', { keys: [], facts: { ...facts, failing_jobs: 1, size: null } })
  const [shop] = await list()
  expect(shop).toMatchObject({ id: 'calm', size: 14_000_000, failing_jobs: 1 })
  await directory.directory.record('calm', { keys: [], facts })
})

test('a request is recorded, and a job is none', async () => {
  {
    await using served = await serveDirectory(directory)
    const { release } = await served.shops.take('failing')
    release()
    await served.at('calm.example.com').get('/store/regions')
  }
  const shops = await list()
  const requested = Object.fromEntries(shops.map(({ id, last_request_at }) => [id, last_request_at !== null]))
  expect(requested).toEqual({ calm: true, failing: false })
})

test('a server that refuses connections or never answers is shown as down, and does not delay the list', async () => {
  await using resources = new AsyncDisposableStack()
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  resources.defer(() => void silent.close())
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await directory.directory.servers.add({ name: 'silent', url: `postgresql://x@127.0.0.1:${port}/x` })
  await directory.directory.servers.add({ name: 'refusing', url: 'postgresql://x@127.0.0.1:9/x' })
  await sql(`update hosted_shop set server = 'silent' where id = 'calm'`)
  await sql(`update hosted_shop set server = 'refusing' where id = 'failing'`)
  const overview = new ShopOverview(directory.program)
  const began = performance.now()
  const [first] = await list(overview)
  expect(performance.now() - began).toBeLessThan(4000)
  expect(first).toMatchObject({ id: 'failing', problems: ['server_down', 'failing_jobs'] })
  const again = performance.now()
  await list(overview)
  expect(performance.now() - again).toBeLessThan(4000)
  await sql('update hosted_shop set server = null')
})
