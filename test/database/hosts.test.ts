import { setTimeout as pause } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import { expect, test } from 'vitest'
import { hostsOf, parseAddress } from '#database/hosts/database-address.ts'
import { DatabaseClient, DatabasePool } from '#database/hosts/database-client.ts'
import { assertSession } from '#database/hosts/find-host.ts'
import { LOOK_INTERVAL } from '#database/hosts/host-list.ts'
import { announceSwitch, beginSwitch, endSwitch } from '#database/hosts/planned-switch.ts'
import { withClient } from '#server/database/databases.ts'
import { cloneDatabase } from '#test/support/postgres.ts'
import { startReplicatedPostgres } from '#test/support/replicated-postgres.ts'
import { waitUntil } from '#test/support/wait-until.ts'
import { freePort } from '../../bench/free-port.ts'

test('an address has one or several hosts', () => {
  expect(parseAddress('postgresql://a:p%40ss@db/shop')).toEqual({
    urls: ['postgresql://a:p%40ss@db/shop'],
    target: 'any',
  })
  expect(
    parseAddress('postgres://a:p@db1:6000,[::1]:6001,db3/shop?sslmode=require&target_session_attrs=primary'),
  ).toEqual({
    urls: ['db1:6000', '[::1]:6001', 'db3'].map(
      (host) => `postgres://a:p@${host}/shop?sslmode=require&target_session_attrs=primary`,
    ),
    target: 'primary',
  })
  expect(hostsOf('postgres://a:secret@db1,[::1]:6001/shop')).toBe('db1:5432,::1:6001')
})

test.each([
  'mysql://db/shop',
  'postgresql://db1/shop,db2',
  'postgresql://db1,/shop',
  'postgresql://,db2/shop',
  'postgresql://db1:port,db2/shop',
  'postgresql://db1:6000,db2:99999/shop',
  'postgresql://db/shop?target_session_attrs=writable',
])('%s is refused', (address) => {
  expect(() => parseAddress(address)).toThrow(TypeError)
})

test('connections go to the host with the wanted role, and follow it', async () => {
  await using ending = new AsyncDisposableStack()
  const { primary, standby } = ending.use(await startReplicatedPostgres())
  const dead = `127.0.0.1:${await freePort()}`
  const portOf = (url: string) => Number(new URL(url).port)
  const hosts = [dead, `127.0.0.1:${portOf(standby.url)}`, `127.0.0.1:${portOf(primary.url)}`]
  const addressFor = (target: string) =>
    `${primary.url.replace(/@[^/]*/, `@${hosts.join(',')}`)}?target_session_attrs=${target}`
  const portFor = async (target: string) => {
    const client = new DatabaseClient({ connectionString: addressFor(target) })
    await client.connect()
    const { port } = client
    await client.end()
    return port
  }
  const [primaryPort, standbyPort] = [portOf(primary.url), portOf(standby.url)]
  for (const target of ['read-write', 'primary']) expect(await portFor(target)).toBe(primaryPort)
  for (const target of ['read-only', 'standby', 'prefer-standby']) expect(await portFor(target)).toBe(standbyPort)

  const pool = ending.adopt(new DatabasePool({ connectionString: addressFor('read-write') }), (it) => it.end())
  const write = () => pool.query('create table if not exists note ()')
  await write()
  const promoter = new DatabaseClient({ connectionString: standby.url })
  await promoter.connect()
  await primary.stop()
  await expect(write()).rejects.toThrow(/No host of the database is read-write|Connection terminated|terminating/)
  await promoter.query('select pg_promote()')
  await promoter.end()
  await waitUntil(() =>
    write().then(
      () => true,
      () => false,
    ),
  )
  expect(await portFor('read-write')).toBe(standbyPort)
  // Only the former standby is left.
  expect(await portFor('prefer-standby')).toBe(standbyPort)
}, 60_000)

test('a session that began before its database became read-only is no longer of a host for changes', async () => {
  await using database = await cloneDatabase()
  await withClient(database.url, async (client) => {
    await assertSession(client, 'read-write')
    const name = escapeIdentifier(new URL(database.url).pathname.slice(1))
    await client.query(`alter database ${name} set default_transaction_read_only to on`)
    await expect(assertSession(client, 'read-write')).rejects.toThrow('is no longer read-write')
    await assertSession(client, 'read-only')
  })
})

test('a reader keeps its host while another one has the same role', async () => {
  await using ending = new AsyncDisposableStack()
  const { primary, standby } = ending.use(await startReplicatedPostgres())
  const [first, second] = [primary, standby].map(({ url }) => `127.0.0.1:${new URL(url).port}`)
  const connectionString = `${primary.url.replace(/@[^/]*/, `@${first},${second}`)}?target_session_attrs=any`
  const pool = ending.adopt(new DatabasePool({ connectionString, max: 4 }), (it) => it.end())
  const clients = await Promise.all(Array.from({ length: 4 }, () => pool.connect()))
  const sessions = () =>
    Promise.all(clients.map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid))
  const before = await sessions()
  await pause(5000)
  expect(await sessions()).toEqual(before)
  for (const client of clients) client.release()
}, 60_000)

test('statements wait during a planned switch, and none fails', async () => {
  await using ending = new AsyncDisposableStack()
  const { primary, standby } = ending.use(await startReplicatedPostgres())
  const hosts = [primary, standby].map(({ url }) => `127.0.0.1:${new URL(url).port}`)
  const connectionString = `${primary.url.replace(/@[^/]*/, `@${hosts.join(',')}`)}?target_session_attrs=read-write`
  const application_name = 'pool of a test'
  const pool = ending.adopt(new DatabasePool({ connectionString, max: 4, application_name }), (it) => it.end())
  const command = ending.adopt(new DatabaseClient({ connectionString: primary.url }), (it) => it.end())
  await command.connect()
  const used = async () => {
    const sql = 'select count(*)::int as count from pg_stat_activity where application_name = $1'
    return (await command.query<{ count: number }>(sql, [application_name])).rows[0]!.count
  }
  const failures: unknown[] = []
  let isOver = false
  let longest = 0
  const users = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const began = performance.now()
      await pool.query('select pg_sleep(0.005)').catch((error: unknown) => failures.push(error))
      longest = Math.max(longest, performance.now() - began)
    }
  })
  await announceSwitch(command)
  await pause(2 * LOOK_INTERVAL)
  expect(await used()).toBe(4)
  await beginSwitch(command)
  await waitUntil(async () => (await used()) === 0)
  await pause(500)
  expect(await used()).toBe(0)
  await endSwitch(command)
  await waitUntil(async () => (await used()) > 0)
  isOver = true
  await Promise.all(users)
  expect(failures).toEqual([])
  expect(longest).toBeGreaterThan(500)
}, 60_000)
