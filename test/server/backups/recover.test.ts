import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkRestored } from '#server/backups/drill-backup.ts'
import { assertSwitchable, recoverDatabase, switchDatabases } from '#server/backups/recover-database.ts'
import { openRecoveredServer, type Recovery } from '#server/backups/recovered-server.ts'
import { runDrill } from '#server/backups/run-drill.ts'
import { addressOf, copyDatabase, createDatabase, dropDatabase } from '#server/database/databases.ts'
import { readConfig } from '#server/settings/config.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { type InstalledPostgres, installedPrograms, startInstalledPostgres } from '#test/support/installed-postgres.ts'
import { executeSql } from '#test/support/postgres.ts'
import { runCommand } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

/* Two shops on a server of the operating system. The embedded PostgreSQL has no pg_basebackup and no pg_dump. */

const programs = await installedPrograms()

describe.skipIf(!programs)('with an installed PostgreSQL', () => {
  const ending = new AsyncDisposableStack()
  let postgres: InstalledPostgres
  let recovery: Recovery
  const shopUrl = (name: string) => addressOf(postgres.url, name)
  const nameOfStore = async (name: string) => (await executeSql(shopUrl(name), 'select name from store'))[0]!.name
  const rename = (shop: string, name: string) => executeSql(shopUrl(shop), `update store set name = '${name}'`)
  const settings = () => ({ database: readConfig({ SESSION_SECRET }).database, parts: coreParts })

  beforeAll(async () => {
    const folder = ending.use(scratchDirectory()).path
    postgres = ending.use(
      await startInstalledPostgres(programs!, folder, {
        // The label of a base backup has the abbreviation of this zone, which is also that of a zone in America.
        log_timezone: 'Asia/Shanghai',
        archive_mode: 'on',
        archive_command: `mkdir -p ${folder}/log && cp %p ${folder}/log/%f`,
      }),
    )
    await createDatabase(postgres.url, 'east')
    const orm = await openDatabase(shopUrl('east'))
    await prepareDatabase(orm, { print: () => {} })
    await orm.close()
    await copyDatabase(postgres.url, 'west', 'east')
    const base = join(postgres.folder, 'base')
    postgres.run('pg_basebackup', `--pgdata=${base}`, '--checkpoint=fast', `--dbname=${postgres.url}`)
    await rename('east', 'before the mistake')
    await pause(20)
    const at = new Date((await executeSql(postgres.url, 'select clock_timestamp()::text as time'))[0]!.time!)
    await pause(20)
    await rename('east', 'mistake')
    await rename('west', 'later')
    recovery = { base, at, restoreCommand: `cp ${postgres.folder}/log/%f %p` }
    await archive()
  }, 300_000)
  afterAll(() => ending.disposeAsync())

  async function archive() {
    const [log] = await executeSql(postgres.url, 'select pg_walfile_name(pg_switch_wal()) as name')
    const last = async () =>
      (await executeSql(postgres.url, 'select last_archived_wal as name from pg_stat_archiver'))[0]!.name
    while (((await last()) ?? '') < log!.name!) await pause(50)
  }

  test('a shop returns to a point in time in a new database, and the other shop stays', async () => {
    const at = { liveUrl: shopUrl('east'), name: 'east_recovered', print: () => {} }
    const url = await recoverDatabase({ ...recovery, ...at })
    expect(await checkRestored(url, { liveUrl: shopUrl('east'), ...settings() })).toEqual({
      problems: [],
      newest_order: null,
    })
    expect(await Promise.all(['east_recovered', 'east', 'west'].map(nameOfStore))).toEqual([
      'before the mistake',
      'mistake',
      'later',
    ])
    await expect(recoverDatabase({ ...recovery, ...at })).rejects.toThrow(/east_recovered already exists/)
    await switchDatabases(shopUrl('east'), { name: 'east_recovered', kept: 'east_damaged' })
    expect(await Promise.all(['east', 'east_damaged', 'west'].map(nameOfStore))).toEqual([
      'before the mistake',
      'mistake',
      'later',
    ])
    expect(readFileSync(join(recovery.base, 'backup_label'), 'utf8')).toContain('START WAL')
  }, 300_000)

  test('a failed recovery states its reason, and changes nothing', async () => {
    const failure = (changes: Partial<Recovery>) =>
      openRecoveredServer({ ...recovery, ...changes }).then(
        () => 'recovered',
        (error: Error) => error.message,
      )
    expect(await failure({ at: new Date(Date.now() + 3_600_000) })).toMatch(/^The archived log ends before 2/)
    expect(await failure({ at: new Date(Date.now() - 3_600_000) })).toMatch(/is newer than .+ earlier base backup/)
    const commands = { at: new Date(Date.now() + 3_600_000), restoreCommand: 'echo "no right" >&2; exit 1' }
    expect(await failure(commands)).toMatch(/ \(no right\)/)
    expect(await failure({ base: postgres.folder })).toMatch(/is no base backup\. Name a folder of pg_basebackup/)
    mkdirSync(join(recovery.base, 'pg_tblspc', '16999'))
    expect(await failure({})).toMatch(/has tablespaces/)
    rmdirSync(join(recovery.base, 'pg_tblspc', '16999'))
    expect(await executeSql(postgres.url, `select datname from pg_database where datname like '%recovered'`)).toEqual(
      [],
    )
  }, 300_000)

  test('a stopped recovery ends a restore command that hangs, and leaves no server and no copy', async () => {
    const scratch = mkdtempSync(join(postgres.folder, 'scratch-'))
    const started = join(scratch, 'started')
    const stopping = new AbortController()
    chmodSync(scratch, 0o777)
    const restoreCommand = `echo %f >> ${started}; sleep 600`
    const recovered = openRecoveredServer({ ...recovery, scratch, restoreCommand, signal: stopping.signal })
    while (!existsSync(started)) await pause(50)
    const [copy = ''] = readdirSync(scratch).filter((name) => name !== 'started')
    expect(statSync(join(scratch, copy)).mode & 0o077).toBe(0)
    const written = readFileSync(join(scratch, copy, 'cluster/postgresql.conf'), 'utf8')
    expect(written).toContain("archive_mode = 'off'")
    // Otherwise a subscription in the backup would take the changes of its publisher.
    expect(written).toContain("max_logical_replication_workers = '0'")
    stopping.abort(new Error('stopped'))
    await expect(recovered).rejects.toThrow('stopped')
    expect(readdirSync(scratch)).toEqual(['started'])
    const commands = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => commandOf(pid))
    expect(commands.filter((command) => command.includes(scratch))).toEqual([])
  }, 300_000)

  const commandOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      return ''
    }
  }

  test('a database that was dropped returns under its name', async () => {
    const at = { liveUrl: shopUrl('lost'), name: 'lost_recovered', print: () => {} }
    await createDatabase(postgres.url, 'lost')
    await executeSql(at.liveUrl, 'create table kept (id int)')
    const [time] = await executeSql(postgres.url, 'select pg_sleep(0.02), clock_timestamp()::text as time')
    // PostgreSQL stops before the next commit. That of the removal would come too late: its log removes the files before.
    await executeSql(postgres.url, 'select pg_current_xact_id()')
    await dropDatabase(postgres.url, 'lost')
    await archive()
    await expect(recoverDatabase({ ...recovery, ...at, name: 'n'.repeat(64) })).rejects.toThrow(/more than 63 bytes/)
    await recoverDatabase({ ...recovery, ...at, at: new Date(time!.time!) })
    await switchDatabases(at.liveUrl, { name: at.name, kept: 'lost_damaged' })
    expect(await executeSql(at.liveUrl, 'select from kept')).toEqual([])
  }, 300_000)

  test('the database of a shop that is a schema is not switched', async () => {
    const liveUrl = `${shopUrl('west')}?options=-c%20search_path%3Dshop`
    await executeSql(shopUrl('west'), 'create schema shop')
    await expect(assertSwitchable(liveUrl, 'west_damaged')).rejects.toThrow(/is the schema shop of its database/)
    await executeSql(shopUrl('west'), 'drop schema shop')
  }, 300_000)

  test('the command names the missing log and refuses a time without a zone', async () => {
    const env = { DATABASE_URL: shopUrl('west') }
    const run = (...options: string[]) => runCommand(['recover', '--base', recovery.base, ...options], env)
    expect((await run('--time', '2026-11-29T20:15:00Z')).stderr).toContain('Name the archived log')
    expect((await run('--time', '2026-11-29 20:15')).stderr).toContain('Use a time such as')
  }, 300_000)

  test('a drill restores a dump of pg_dump, and refuses a truncated one', async () => {
    const dump = join(postgres.folder, 'west.dump')
    postgres.run('pg_dump', '--format=custom', `--file=${dump}`, shopUrl('west'))
    const { backups, database } = readConfig({ SESSION_SECRET, BACKUP_DUMPS: postgres.folder })
    const drill = () => runDrill({ liveUrl: shopUrl('west'), settings: backups, database, parts: coreParts })
    expect(await drill()).toMatchObject({ passed: true, problems: [], backup: dump })
    truncateSync(dump, 40_000)
    expect(await drill()).toMatchObject({ passed: false, problems: [expect.stringMatching(/^pg_restore: error: /)] })
    expect(await executeSql(postgres.url, `select from pg_database where datname = 'west_drill'`)).toEqual([])
  }, 300_000)
})

const SESSION_SECRET = 'a secret of thirty-two characters or more'
