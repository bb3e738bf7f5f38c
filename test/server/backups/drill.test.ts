import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runDrill } from '#server/backups/run-drill.ts'
import { runProgram } from '#server/backups/run-program.ts'
import { lastDrillLine } from '#server/backups/stored-drills.ts'
import { addressOf, withClient } from '#server/database/databases.ts'
import { readConfig } from '#server/settings/config.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { cloneDatabase, databaseUrl, executeSql } from '#test/support/postgres.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ending = new AsyncDisposableStack()
let shop: TestShop
let scratch: { name: string; url: string }
beforeAll(async () => {
  shop = ending.use(await openTestShop())
  await shop.given.order()
  const name = `${nameOf(shop.databaseUrl)}_drill`
  scratch = { name, url: addressOf(shop.databaseUrl, name) }
})
afterAll(() => ending.disposeAsync())

const nameOf = (url: string) => new URL(url).pathname.slice(1)

const server = () => inject('postgres').url

/** A copy of the shop in place of its backup, with changes. */
async function backupOf(...changes: string[]) {
  const source = nameOf(shop.databaseUrl)
  await executeSql(server(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}'`)
  const copy = await cloneDatabase(source)
  for (const change of changes) await executeSql(copy.url, change)
  return copy
}

async function drill(env: Record<string, string>, liveUrl = shop.databaseUrl) {
  const { backups: settings, database } = readConfig({ SESSION_SECRET, ...env })
  const report = await runDrill({ liveUrl, settings, database, parts: coreParts })
  const isOwn = env.BACKUP_SCRATCH_URL !== undefined || report.problems.join().includes('exists, and no drill')
  if (!isOwn) expect(await scratchDatabases()).toEqual([])
  return report
}

const SESSION_SECRET = 'a secret of thirty-two characters or more'

const scratchDatabases = () => executeSql(server(), `select from pg_database where datname = '${scratch.name}'`)

const restoreCopy = (copy: string) => ({ BACKUP_COMMAND: `COPY=${copy} node test/support/restore-copy.ts` })

const hasFailed = (problem: RegExp) => ({ passed: false, problems: [expect.stringMatching(problem)] })

test('a drill restores, audits and compares the last backup, and stores its report', async () => {
  await using backup = await backupOf()
  const { created_at } = (await executeSql(shop.databaseUrl, 'select created_at from "order"'))[0]!
  await shop.given.order()
  const report = await drill(restoreCopy(backup.name))
  expect(report).toMatchObject({
    ...{ passed: true, problems: [], backup: 'BACKUP_COMMAND', pending_migrations: 0, violations: [] },
    rows: { order: { backup: 1, live: 2 } },
    newest_order: { backup: new Date(created_at!).toISOString(), live: expect.any(String) },
  })
  const stored = await executeSql(shop.databaseUrl, 'select passed, report from backup_drill')
  expect(stored).toMatchObject([{ passed: true, report: { rows: { order: { backup: 1, live: 2 } } } }])
  expect(await withClient(shop.databaseUrl, lastDrillLine)).toMatch(
    /^The drill of .+ restored the backup BACKUP_COMMAND, with changes until 2/,
  )
})

test('the report as text ends with the result, and the command has no address of the live database', async () => {
  const command = `test -z "$DATABASE_DIRECT_URL" && test "$LIVE_DATABASE" = ${nameOf(shop.databaseUrl)} && echo "$DATABASE_URL" | grep -q ${scratch.name}`
  const env = { DATABASE_URL: shop.databaseUrl, DATABASE_DIRECT_URL: shop.databaseUrl, BACKUP_COMMAND: command }
  const { code, stdout } = await runSharedCommand(['drill'], env)
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(
      /^Backup: BACKUP_COMMAND\nRestored in .+\nProblem: The backup contains no shop .+\nThe drill failed\.\n$/,
    ),
  ])
})

test('a backup of an older version is migrated', async () => {
  await using backup = await backupOf(
    'drop table backup_drill',
    `delete from schema_migration where name like '%backup_drills'`,
  )
  expect(await drill(restoreCopy(backup.name))).toMatchObject({ passed: true, pending_migrations: 1 })
})

test.each([
  [
    'of another program',
    ['drop schema public cascade', 'create schema public', 'create table post (id int)'],
    /^The backup contains no shop of Cartwright: it has no table order, /,
  ],
  [
    'of another shop',
    [`set session_replication_role = replica; update store set id = 'store_other'`],
    /^The backup belongs to another shop: its store is store_other, not /,
  ],
  ['with damaged orders', ['set session_replication_role = replica; update payment set amount = amount + 1'], / \(/],
])('a backup %s fails the drill', async (_, changes, problem) => {
  await using backup = await backupOf(...changes)
  expect(await drill(restoreCopy(backup.name))).toMatchObject({
    passed: false,
    problems: expect.arrayContaining([expect.stringMatching(problem)]),
  })
})

test('a backup that lacks older orders fails the drill', async () => {
  await using backup = await backupOf('set session_replication_role = replica; delete from "order"')
  await executeSql(shop.databaseUrl, `update "order" set created_at = now() - interval '3 days'`)
  const { passed, problems } = await drill(restoreCopy(backup.name))
  expect([passed, problems.join()]).toEqual([
    false,
    expect.stringMatching(/The backup lacks \d of the \d rows of order/),
  ])
  expect(await withClient(shop.databaseUrl, lastDrillLine)).toMatch(
    /^The drill of the last backup failed at .+ The backup lacks/,
  )
})

test('a failed command is reported with its complaint', async () => {
  expect(await drill({ BACKUP_COMMAND: 'echo "error: No space left on device" >&2; exit 3' })).toMatchObject(
    hasFailed(/^error: No space left on device$/),
  )
  expect(await drill({})).toMatchObject(hasFailed(/^No backup is named\./))
})

test.each([
  ['cut.dump', 'PGDMP\u0001\u000f', /^pg_restore: error: |^pg_restore is not installed/],
  ['plain.dump', 'create table "order" (id text);', /is no dump that pg_restore can read/],
  ['empty.dump', '', /is no dump that pg_restore can read/],
  ['shop.sql', 'select 1', /contains no dump\./],
])('the folder with %s fails the drill', async (name, content, problem) => {
  using folder = scratchDirectory()
  writeFileSync(join(folder.path, name), content)
  expect(await drill({ BACKUP_DUMPS: folder.path })).toMatchObject(hasFailed(problem))
})

test('the newest dump is used, and an old one is a problem', async () => {
  using folder = scratchDirectory()
  const [old, older] = [join(folder.path, 'b.dump'), join(folder.path, 'a.dump')]
  for (const file of [old, older]) writeFileSync(file, 'x')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  utimesSync(old, daysAgo(3), daysAgo(3))
  utimesSync(older, daysAgo(9), daysAgo(9))
  const { problems } = await drill({ BACKUP_DUMPS: folder.path })
  expect(problems).toEqual([`${old} is 72 hours old. BACKUP_MAX_HOURS is 36.`, expect.stringContaining('is no dump')])
  expect(await drill({ BACKUP_DUMPS: join(folder.path, 'c.dump') })).toMatchObject(hasFailed(/does not exist/))
})

test('the database of a killed drill is replaced, also while a session uses it', async () => {
  await using backup = await backupOf()
  await executeSql(server(), `create database ${scratch.name}`)
  await executeSql(
    server(),
    `comment on database ${scratch.name} is 'Scratch database of a backup drill of Cartwright. Can be dropped.'`,
  )
  const session = new Client({ connectionString: scratch.url })
  const ended = new Promise((resolve) => session.on('error', resolve))
  await session.connect()
  await session.query('create table leftover (id int)')
  const { problems } = await drill(restoreCopy(backup.name))
  expect(problems.join()).not.toMatch(/exists|uses the database/)
  expect(await ended).toBeInstanceOf(Error)
})

test('a database with the same name that no drill has made stays', async () => {
  await executeSql(server(), `create database ${scratch.name}`)
  await executeSql(scratch.url, 'create table precious (id int)')
  expect(await drill({ BACKUP_COMMAND: 'true' })).toMatchObject(
    hasFailed(/exists, and no drill has made it\. Rename it\.$/),
  )
  expect(await executeSql(scratch.url, 'select from precious')).toEqual([])
  await executeSql(server(), `drop database ${scratch.name}`)
})

test('a second drill fails, and a stopped drill drops its database', async () => {
  const { backups: settings, database } = readConfig({ SESSION_SECRET, BACKUP_COMMAND: 'sleep 60' })
  const stopping = new AbortController()
  const options = { liveUrl: shop.databaseUrl, settings, database, parts: coreParts }
  const slow = runDrill({ ...options, signal: stopping.signal })
  while ((await scratchDatabases()).length === 0);
  expect(await runDrill(options)).toMatchObject(hasFailed(/^Another drill uses the database/))
  stopping.abort(new Error('stopped'))
  await expect(slow).rejects.toThrow('stopped')
  expect(await scratchDatabases()).toEqual([])
})

test('a stopped program ends with the programs that it has started', async () => {
  using folder = scratchDirectory()
  const file = join(folder.path, 'pid')
  const stopping = new AbortController()
  const command = `sleep 60 & echo $! > ${file}; echo 'a password' | sleep 60`
  const running = runProgram(command, [], { shell: true, env: process.env, signal: stopping.signal })
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await pause(10)
  stopping.abort(new Error('out of time'))
  await expect(running).rejects.toThrow(/^The command was stopped: out of time$/)
  const pid = Number(readFileSync(file, 'utf8'))
  while (isRunning(pid)) await pause(10)
  await expect(runProgram('exit 4', [], { shell: true, env: process.env })).rejects.toThrow(
    /^The command failed with 4$/,
  )
})

/** A process that has ended and whose parent has not read its result is a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

test('a role without the right to create databases gets a way out', async () => {
  await executeSql(server(), `create role visitor login password 'v'`)
  try {
    const url = Object.assign(new URL(shop.databaseUrl), { username: 'visitor', password: 'v' }).href
    await executeSql(
      shop.databaseUrl,
      'grant usage on schema public to visitor; grant all on all tables in schema public to visitor',
    )
    expect(await drill({ BACKUP_COMMAND: 'true' }, url)).toMatchObject(
      hasFailed(/^The role of the shop may not create/),
    )
    const elsewhere = { BACKUP_COMMAND: 'true', BACKUP_SCRATCH_URL: databaseUrl(server(), 'postgres') }
    expect(await drill(elsewhere, url)).toMatchObject(hasFailed(/^The backup contains no shop/))
  } finally {
    await executeSql(shop.databaseUrl, 'drop owned by visitor')
    await executeSql(server(), 'drop role visitor')
  }
})
