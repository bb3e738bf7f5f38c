import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeStep } from '#server/cli/move-shop.ts'
import { addressOf } from '#server/database/databases.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import {
  cancelDatabaseMove,
  finishDatabaseMove,
  moveDatabase,
  moveDatabaseBack,
} from '#server/hosting/move/move-database.ts'
import { readState } from '#server/hosting/move/move-state.ts'
import type { MoveStep } from '#server/hosting/move/move-step.ts'
import { removeFollower } from '#server/hosting/move/remove-copy.ts'
import { advanceSlot, createSlot, dropSlot } from '#server/hosting/move/replication.ts'
import { openSide } from '#server/hosting/move/side.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { allowTraversal } from '#server/testing/run-directory.ts'
import { executeSql } from '../../support/postgres.ts'
import { scratchDirectory } from '../../support/scratch-directory.ts'

/* Moves of a shop without a directory between two PostgreSQL servers of this test, by a role that is not a superuser. The order matters. */

const ending = new AsyncDisposableStack()
const admins: string[] = []
beforeAll(async () => {
  const { path } = ending.use(scratchDirectory())
  allowTraversal(path)
  for (const name of ['old', 'new']) {
    const settings = ['wal_level=logical']
    const { url, stop } = await startEmbeddedPostgres({ directory: join(path, name), print: () => {}, settings })
    ending.defer(() => stop())
    admins.push(url)
    await executeSql(url, `create role shop login createdb password 'shop'`)
  }
  await executeSql(admins[0]!, 'create database shop owner shop template template0')
  await migrate(urlOf(0), true)
})
afterAll(() => ending.disposeAsync())

const urlOf = (i: number) => `postgresql://shop:shop@${new URL(admins[i]!).host}/shop`
const address = () =>
  `postgresql://shop:shop@${admins.map((url) => new URL(url).host).join(',')}/shop?target_session_attrs=read-write`

async function migrate(url: string, isSeeded = false): Promise<void> {
  const orm = await openDatabase(url)
  await prepareDatabase(orm, { print: () => {}, addsBaseData: isSeeded })
  if (isSeeded) await seedDemoShop(orm)
  await orm.close()
}

const printed: string[] = []
const move = (print = (line: string) => void printed.push(line)) => ({
  address: address(),
  migrate,
  report: (step: MoveStep) => print(describeStep(step)),
})
const interruptedMove = () =>
  move((line) => {
    if (line.includes('are copied')) throw new Error('interrupted')
  })
const placeOf = (i: number) => ({
  server: `server ${i}`,
  serverUrl: addressOf(urlOf(i), 'postgres'),
  databaseUrl: urlOf(i),
  database: 'shop',
})
const products = (i: number) => executeSql(urlOf(i), 'select id from product order by id')
const rename = (i: number, title: string) => executeSql(urlOf(i), `update product set title = '${title}'`)
const titlesAt = async (i: number) =>
  (await executeSql(urlOf(i), 'select distinct title from product')).map(({ title }) => title)

async function remains(i: number): Promise<unknown[]> {
  return [
    ...(await executeSql(admins[i]!, 'select slot_name from pg_replication_slots')),
    ...(await executeSql(admins[i]!, 'select subname from pg_subscription')),
    ...(await executeSql(admins[i]!, `select datname from pg_database where datname like 'shop%'`)),
  ]
}

test('a move that cannot be is refused and changes nothing', async () => {
  const single = { ...move(), address: urlOf(0) }
  await expect(moveDatabase(single)).rejects.toThrow(/^Name both hosts in DATABASE_URL/)
  await expect(moveDatabase(move())).rejects.toThrow(
    /The role shop of the PostgreSQL server 127\.0\.0\.1:\d+ lacks .*alter role "shop" replication; grant pg_create_subscription to "shop"/,
  )
  await expect(moveDatabaseBack(move())).rejects.toThrow('The shop has not moved')
  await expect(finishDatabaseMove(move())).rejects.toThrow('The shop has not moved')
  await expect(cancelDatabaseMove(move())).rejects.toThrow('The shop has no move')
  expect(await remains(0)).toEqual([{ datname: 'shop' }])
  expect(await remains(1)).toEqual([])
  for (const url of admins) {
    await executeSql(url, 'alter role shop replication')
    await executeSql(url, 'grant pg_create_subscription to shop')
  }
  await executeSql(admins[1]!, 'create database shop owner shop template template0')
  await expect(moveDatabase(move())).rejects.toThrow(/^Both hosts have a database shop that accepts writes/)
  await executeSql(admins[1]!, 'alter database shop set default_transaction_read_only = on')
  await expect(moveDatabase(move())).rejects.toThrow(/already has a database shop/)
  await executeSql(admins[1]!, 'drop database shop')
})

test('changes are forgotten while another transaction has written a part of a record', async () => {
  await using side = await openSide(placeOf(0))
  await createSlot(side)
  const writer = await side.another()
  try {
    await writer.query('begin')
    await writer.query(`create table unfinished as select repeat(md5(n::text), 30) from generate_series(1, 3000) n`)
    const endOfWal = `
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') % 8192 as bytes,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), pg_current_wal_lsn()) between 1 and 8191 as has_rest`
    await expect.poll(() => side.query(endOfWal), { timeout: 5000 }).toEqual([{ bytes: '0', has_rest: true }])
    await side.query(`set statement_timeout = '3s'`)
    await advanceSlot(side)
  } finally {
    await writer.end()
    await dropSlot(side)
  }
})

test('an interrupted copy is cancelled without remains', async () => {
  await expect(moveDatabase(interruptedMove())).rejects.toThrow('interrupted')
  await expect(rename(1, 'changed')).rejects.toThrow(/read-only transaction/)
  await cancelDatabaseMove(move())
  expect(await remains(0)).toEqual([{ datname: 'shop' }])
  expect(await remains(1)).toEqual([])
})

test('a copy that could not follow the shop is made again', async () => {
  const failing = {
    ...move(),
    async migrate(url: string) {
      await migrate(url)
      await executeSql(admins[0]!, 'alter role shop noreplication')
    },
  }
  await expect(moveDatabase(failing)).rejects.toThrow(/permission denied/)
  await executeSql(admins[0]!, 'alter role shop replication')
  await expect(moveDatabase(interruptedMove())).rejects.toThrow('interrupted')
  await cancelDatabaseMove(move())
  expect(await remains(1)).toEqual([])
})

test('a shop moves by a role that is not a superuser, and its earlier database follows it', async () => {
  const before = await products(0)
  printed.length = 0
  await moveDatabase(move())
  expect(printed.join('\n')).toMatch(/Requests waited for at most \d+ ms/)
  expect(await products(1)).toEqual(before)
  await expect(rename(0, 'late')).rejects.toThrow(/read-only transaction/)
  await rename(1, 'moved')
  await expect.poll(() => titlesAt(0)).toEqual(['moved'])
  await expect(cancelDatabaseMove(move())).rejects.toThrow(/has moved/)
  printed.length = 0
  await moveDatabase(move())
  expect(printed).toEqual([expect.stringMatching(/^The shop is at 127\.0\.0\.1:\d+\. The earlier database follows it/)])
})

test('a switch that ended while no host accepts writes is completed', async () => {
  await executeSql(admins[1]!, 'alter database shop set default_transaction_read_only = on')
  await moveDatabaseBack(move())
  await rename(0, 'back')
  await expect.poll(() => titlesAt(1)).toEqual(['back'])
})

test('a lost server of the copy keeps no WAL at the shop', async () => {
  const own = address()
  const lost = own.replace(new URL(admins[1]!).host, '127.0.0.1:1')
  await expect(moveDatabaseBack({ ...move(), address: lost })).rejects.toThrow(/^Cannot connect to 127\.0\.0\.1:1/)
  await expect(finishDatabaseMove({ ...move(), address: lost })).rejects.toThrow(
    /does not respond, so the copy there stays/,
  )
  expect(await executeSql(admins[0]!, 'select slot_name from pg_replication_slots')).toEqual([])
})

test('a deletion of the copy that ends early leaves the state of the move', async () => {
  const atCopy = Object.assign(new URL(admins[1]!), {
    pathname: '/shop',
    search: '?options=-c%20default_transaction_read_only%3Doff',
  }).href
  await executeSql(
    atCopy,
    `create subscription another connection 'dbname=none' publication none with (connect = false, slot_name = none)`,
  )
  {
    await using source = await openSide(placeOf(0))
    await expect(removeFollower(source, placeOf(1), '')).rejects.toThrow(/is being used/)
    expect(await readState(source)).toMatchObject({ has_switched: true })
  }
  await executeSql(atCopy, 'drop subscription another')
})

test('the copy of a finished move is deleted', async () => {
  await finishDatabaseMove(move())
  expect(await remains(0)).toEqual([{ datname: 'shop' }])
  expect(await remains(1)).toEqual([])
  expect(await executeSql(urlOf(0), `select 1 from pg_namespace where nspname = 'cartwright_move'`)).toEqual([])
  await rename(0, 'finished')
})
