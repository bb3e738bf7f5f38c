import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { dropShop } from '#server/hosting/create-shop.ts'
import { JobTurns } from '#server/hosting/job-turns.ts'
import { allowTraversal } from '#server/testing/run-directory.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'
import { scratchDirectory } from '../../support/scratch-directory.ts'
import { waitUntil } from '../../support/wait-until.ts'

/* Shops on two PostgreSQL servers. The tests end with the loss of one. */

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
let second: { url: string; stop(): Promise<void> }
beforeAll(async () => {
  const { path } = ending.use(scratchDirectory())
  allowTraversal(path)
  second = await startEmbeddedPostgres({ directory: join(path, 'second'), print: () => {} })
  ending.defer(() => second.stop())
  directory = ending.use(await openTestDirectory())
  await directory.directory.servers.add({ name: 'second', url: second.url })
  await directory.create('east')
  await directory.create('west', { server: 'second' })
  served = ending.use(await serveDirectory(directory))
})
afterAll(() => ending.disposeAsync())

const statusAt = async (id: string) => (await served.at(`${id}.example.com`).get('/store/regions')).status

test('the database of a shop is on its server only', async () => {
  const { database, server } = await directory.directory.get('west')
  expect(server).toBe('second')
  const known = `select 1 from pg_database where datname = '${database}'`
  expect(await executeSql(second.url, known)).toHaveLength(1)
  expect(await executeSql(directory.directory.url, known)).toHaveLength(0)
  expect([await statusAt('east'), await statusAt('west')]).toEqual([200, 200])
  const shopper = await served.administratorAt('west.example.com')
  expect((await shopper.get('/admin/store')).body.store.name).toBe('west')
})

test('the jobs of a shop run on its server', async () => {
  await using turns = new JobTurns({ ...directory.program, shops: served.shops }, { concurrency: 1 })
  turns.request('west')
  const { databaseUrl } = await directory.directory.get('west')
  const known = 'select 1 from graphile_worker._private_known_crontabs limit 1'
  await waitUntil(async () => (await executeSql(databaseUrl, known)).length === 1)
})

test('the directory encrypts the address of a server', async () => {
  const rows = await executeSql(directory.directory.url, 'select * from database_server')
  expect(JSON.stringify(rows)).not.toContain(new URL(second.url).password)
  expect((await directory.directory.servers.get('second')).url).toBe(second.url)
})

test('a server with shops cannot be removed, and one without can', async () => {
  const { servers } = directory.directory
  expect((await servers.list()).map(({ name, shops }) => [name, shops])).toEqual([
    ['default', 1],
    ['second', 1],
  ])
  await expect(servers.remove('second')).rejects.toThrow(/has shops: west\. Move or drop them first/)
  await expect(servers.remove('default')).rejects.toThrow(/cannot be removed/)
  await expect(servers.remove('third')).rejects.toThrow(/does not exist/)
  await expect(servers.add({ name: 'second', url: second.url })).rejects.toThrow(/already exists/)
  await expect(servers.add({ name: 'Third', url: second.url })).rejects.toThrow(/lower-case/)
  await expect(servers.add({ name: 'third', url: 'http://a' })).rejects.toThrow(/must look like postgresql/)
  await servers.add({ name: 'third', url: second.url })
  await servers.remove('third')
  expect(await servers.list()).toHaveLength(2)
})

test('a shop at an unknown server is not created', async () => {
  await expect(directory.create('north', { server: 'nowhere' })).rejects.toThrow(/server nowhere does not exist/)
  expect(await directory.directory.read('north')).toBeUndefined()
})

test('a dropped shop leaves its server', async () => {
  await directory.create('south', { server: 'second' })
  const { database } = await directory.directory.get('south')
  await directory.directory.setStatus('south', 'paused')
  await dropShop(directory.program, 'south')
  expect(await executeSql(second.url, `select 1 from pg_database where datname = '${database}'`)).toEqual([])
})

test('a server that does not respond delays only its shops, and they are refused at once after the first attempt', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  ending.defer(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  await directory.directory.servers.change({
    name: 'second',
    url: `postgresql://a:${randomBytes(4).toString('hex')}@127.0.0.1:${port}/postgres`,
  })
  await waitUntil(() => !served.shops.openIds.includes('west'))
  const first = statusAt('west')
  const began = performance.now()
  expect(await statusAt('east')).toBe(200)
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await first).toBe(503)
  const again = performance.now()
  expect(await statusAt('west')).toBe(503)
  expect(performance.now() - again).toBeLessThan(2000)
  expect(await statusAt('east')).toBe(200)
  await directory.directory.servers.change({ name: 'second', url: second.url })
  await expect.poll(() => statusAt('west')).toBe(200)
})

test('the shops of a lost server answer 503, and those of another one work', async () => {
  await second.stop()
  await expect.poll(() => statusAt('west')).toBe(503)
  expect(await statusAt('east')).toBe(200)
})
