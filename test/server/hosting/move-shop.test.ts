import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeStep } from '#server/cli/move-shop.ts'
import { addressOf } from '#server/database/databases.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { cancelMove, finishMove, moveShop, moveShopBack } from '#server/hosting/move/move-shop.ts'
import type { MoveStep } from '#server/hosting/move/move-step.ts'
import { unsubscribe } from '#server/hosting/move/replication.ts'
import { openSide } from '#server/hosting/move/side.ts'
import { compareRows, tablesOf } from '#server/hosting/move/tables.ts'
import { allowTraversal } from '#server/testing/run-directory.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'
import { scratchDirectory } from '../../support/scratch-directory.ts'
import { writeDuring } from '../../support/write-during.ts'

/* Moves of a shop between two PostgreSQL servers of this test. The order of the tests matters. */

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
const servers = ['first', 'second', 'plain']
beforeAll(async () => {
  const { path } = ending.use(scratchDirectory())
  allowTraversal(path)
  directory = ending.use(await openTestDirectory())
  for (const name of servers) {
    const settings = name === 'plain' ? [] : ['wal_level=logical']
    const { url, stop } = await startEmbeddedPostgres({ directory: join(path, name), print: () => {}, settings })
    ending.defer(() => stop())
    await directory.directory.servers.add({ name, url })
  }
  await directory.create('shop', { server: 'first' })
  served = ending.use(await serveDirectory(directory))
  const { shop, release } = await served.shops.take('shop')
  await seedDemoShop(shop.orm)
  release()
  // As a table of a plugin without a key.
  await executeSql((await record()).databaseUrl, 'alter table sale replica identity default')
})
afterAll(() => ending.disposeAsync())

const record = () => directory.directory.get('shop')
const urlOf = async (name: string) => (await directory.directory.servers.get(name)).url
const printed: string[] = []
const work = { id: 'shop', report: (step: MoveStep) => void printed.push(describeStep(step)) }
const move = (server: string) => moveShop(directory.program, { ...work, server })

/** The slots, subscriptions and databases that are left at a server. */
async function remains(name: string): Promise<unknown[]> {
  const url = await urlOf(name)
  return [
    await executeSql(url, 'select slot_name from pg_replication_slots'),
    await executeSql(url, 'select subname from pg_subscription'),
    await executeSql(url, `select datname from pg_database where datname = '${(await record()).database}'`),
  ]
}

const moveUnderLoad = (run: () => Promise<void>) => writeDuring(served.at('shop.example.com'), run)

/** Connects again when the connection is ended, like a process that has not noticed the move. */
function stayConnected(url: string): AsyncDisposable {
  let isOver = false
  const connecting = (async () => {
    while (!isOver) await executeSql(url, 'select pg_sleep(0.5)').catch(() => pause(1))
  })()
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await connecting
    },
  }
}

test('a shop moves under load without a lost change, and its copy stays equal', async () => {
  const before = await record()
  const chain = { language: 'de', place: 0, code: 'de', collation_name: 'de-x-icu', collation_version: '1' }
  await executeSql(before.databaseUrl, `select set_language_chains('${JSON.stringify([chain])}')`)
  const { created, longest } = await moveUnderLoad(() => move('second'))
  const after = await record()
  const indexes = "select indexname from pg_indexes where tablename in ('product_title', 'translation') order by 1"
  expect(await executeSql(after.databaseUrl, indexes)).toEqual([
    { indexname: expect.stringMatching(/^product_title_de_/) },
    { indexname: 'product_title_pkey' },
    { indexname: 'translation_pkey' },
    { indexname: 'translation_search_de' },
  ])
  expect([after.server, after.database]).toEqual(['second', before.database])
  expect(longest).toBeLessThan(5000)
  const stored = await executeSql(after.databaseUrl, 'select id from cart')
  expect(stored.map(({ id }) => id).toSorted()).toEqual(created.toSorted())
  expect(printed.join('\n')).toMatch(/Requests were refused for at most \d{1,4} ms/)
  expect(created.length).toBeGreaterThan(0)
  await using old = await openSide(before)
  await using current = await openSide(after)
  await expect
    .poll(async () =>
      compareRows(
        current,
        old,
        (await tablesOf(current)).filter((it) => !it.isUnlogged),
      ),
    )
    .toEqual([])
  await expect(executeSql(before.databaseUrl, 'delete from cart')).rejects.toThrow(/read-only transaction/)
})

test('numbers continue and triggers run at the new server', async () => {
  const { databaseUrl } = await record()
  const sequences = 'select sequencename, last_value from pg_sequences order by 1'
  const known = await executeSql(databaseUrl, sequences)
  expect(known.filter(({ last_value }) => last_value !== null).length).toBeGreaterThan(1)
  const owner = await served.administratorAt('shop.example.com')
  const { status } = await owner.post('/admin/customers', {
    ...{ email: 'new@example.com', first_name: 'New', last_name: 'Customer' },
    password: 'correct horse battery',
  })
  expect(status).toBe(201)
  const entries = await executeSql(databaseUrl, `select 1 from customer where email = 'new@example.com'`)
  expect(entries).toHaveLength(1)
})

test('a copy from before a migration does not become the shop', async () => {
  const { databaseUrl } = await record()
  await executeSql(databaseUrl, `insert into schema_migration (name) values ('Migration9')`)
  await expect(moveShopBack(directory.program, work)).rejects.toThrow(/tables of the shop have changed/)
  expect(printed.at(-1)).toMatch(/^shop is at second, which keeps its WAL for the copy at first\./)
  expect((await record()).server).toBe('second')
  expect((await served.at('shop.example.com').get('/store/regions')).status).toBe(200)
  await executeSql(databaseUrl, `delete from schema_migration where name = 'Migration9'`)
})

test('a shop goes back with the changes since its move, and its copy can be deleted', async () => {
  await expect(move('plain')).rejects.toThrow(/has moved, and its earlier database is at first/)
  await expect(cancelMove(directory.program, work)).rejects.toThrow(/has moved/)
  const stubborn = stayConnected((await record()).databaseUrl)
  const { created } = await moveUnderLoad(() => moveShopBack(directory.program, work))
  await stubborn[Symbol.asyncDispose]()
  const { server, databaseUrl } = await record()
  expect(server).toBe('first')
  const stored = (await executeSql(databaseUrl, 'select id from cart')).map(({ id }) => id)
  expect(created.filter((id) => !stored.includes(id))).toEqual([])
  expect(await executeSql(databaseUrl, `select 1 from customer where email = 'new@example.com'`)).toHaveLength(1)
  await finishMove(directory.program, work)
  expect(await remains('second')).toEqual([[], [], []])
  const [slots, subscriptions] = await remains('first')
  expect([slots, subscriptions]).toEqual([[], []])
  expect(await executeSql(databaseUrl, 'select pubname from pg_publication')).toEqual([])
  expect(await executeSql(databaseUrl, `select 1 from pg_namespace where nspname = 'cartwright_move'`)).toEqual([])
  expect(
    await executeSql(databaseUrl, `select 1 from pg_class where relreplident <> 'd' and relname = 'sale'`),
  ).toEqual([])
})

test('a move names the server that does not respond, and a canceled one deletes its copy', async () => {
  const url = await urlOf('second')
  const moveUntilCopying = (stop: () => unknown, signal?: AbortSignal) => {
    const report = ({ name }: MoveStep) => {
      if (name === 'copying') stop()
    }
    return moveShop(directory.program, { id: 'shop', server: 'second', report, signal })
  }
  const endConnections = () =>
    executeSql(url, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartwright move'`)
  await expect(moveUntilCopying(endConnections)).rejects.toThrow(/^The PostgreSQL server second does not respond: /)
  await cancelMove(directory.program, work)
  const ending = new AbortController()
  await expect(moveUntilCopying(() => ending.abort('cancel'), ending.signal)).rejects.toBe('cancel')
  expect(await remains('second')).toEqual([[], [], []])
  expect((await remains('first')).slice(0, 2)).toEqual([[], []])
})

test('an interrupted move is cancelled without remains, or repeated', async () => {
  printed.length = 0
  const stopAt = (line: RegExp) => ({
    ...work,
    server: 'second',
    report: (step: MoveStep) => {
      if (line.test(describeStep(step))) throw new Error('interrupted')
    },
  })
  await expect(moveShop(directory.program, stopAt(/are copied/))).rejects.toThrow('interrupted')
  await expect(directory.directory.servers.remove('second')).rejects.toThrow(/has shops: shop/)
  await cancelMove(directory.program, work)
  expect(await remains('second')).toEqual([[], [], []])
  expect((await remains('first')).slice(0, 2)).toEqual([[], []])
  await expect(moveShop(directory.program, stopAt(/are copied/))).rejects.toThrow('interrupted')
  await executeSql((await record()).databaseUrl, `insert into schema_migration (name) values ('Migration9')`)
  printed.length = 0
  await move('second')
  expect(printed[0]).toBe('Creating the database at second')
  expect((await record()).server).toBe('second')
  // Like an end of the command directly after the switch.
  const place = await record()
  await using earlier = await openSide({ ...place, databaseUrl: addressOf(await urlOf('first'), place.database) })
  await unsubscribe(earlier)
  await expect(executeSql(earlier.databaseUrl, 'delete from cart')).rejects.toThrow(/read-only transaction/)
  await moveShopBack(directory.program, work)
  expect(printed.at(-1)).toMatch(/at second, and the last switch is complete now\. Repeat --back/)
  expect(await earlier.query('select subname from pg_subscription')).toHaveLength(1)
})

test('a shop accepts writes again after a command that ended during the switch', async () => {
  const { moves } = directory.directory
  const { database, databaseUrl } = await record()
  await moves.refuse('shop', 60_000)
  const shopper = served.at('shop.example.com')
  await expect.poll(async () => (await shopper.get('/store/regions')).status).toBe(503)
  await executeSql(databaseUrl, `alter database "${database}" set default_transaction_read_only to on`)
  await moves.resume('shop')
  await expect.poll(async () => (await shopper.get('/store/regions')).status).toBe(200)
  await executeSql(databaseUrl, 'delete from cart')
})

test('a lost server of the copy does not fill the disk of the shop', async () => {
  const url = await urlOf('first')
  await directory.directory.servers.change({ name: 'first', url: 'postgresql://a:hidden@127.0.0.1:1/postgres' })
  const finishing = finishMove(directory.program, work)
  await expect(finishing).rejects.toThrow(/^The server first does not respond, so the copy there stays/)
  await expect(finishing).rejects.not.toThrow(/hidden/)
  expect((await remains('second'))[0]).toEqual([])
  await directory.directory.servers.change({ name: 'first', url })
  await expect(moveShopBack(directory.program, work)).rejects.toThrow(/second has not kept all changes/)
  await finishMove(directory.program, work)
  expect(await remains('first')).toEqual([[], [], []])
})

test('a move that cannot be is refused and changes nothing', async () => {
  await expect(move('second')).rejects.toThrow(/is already at second/)
  await expect(move('nowhere')).rejects.toThrow(/server nowhere does not exist/)
  await expect(move('plain')).rejects.toThrow(/plain has wal_level = replica.*alter system set wal_level/)
  await directory.directory.servers.add({ name: 'twin', url: await urlOf('second') })
  await expect(move('twin')).rejects.toThrow(/are the same PostgreSQL server/)
  await expect(moveShopBack(directory.program, work)).rejects.toThrow(/has not moved/)
  await expect(cancelMove(directory.program, work)).rejects.toThrow(/has no move/)
  const { databaseUrl } = await record()
  await executeSql(databaseUrl, 'create table added_by_hand (id int)')
  await expect(move('first')).rejects.toThrow(/does not create public\.added_by_hand/)
  await cancelMove(directory.program, work)
  await executeSql(databaseUrl, 'drop table added_by_hand')
  expect(await directory.directory.moves.read('shop')).toBeUndefined()
  expect((await served.at('shop.example.com').get('/store/regions')).status).toBe(200)
})
