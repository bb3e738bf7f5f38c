import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, createDatabase } from '#server/database/databases.ts'
import { type InstalledPostgres, installedPrograms, startInstalledPostgres } from '#test/support/installed-postgres.ts'
import { executeSql } from '#test/support/postgres.ts'
import { runCommand } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'

/* The commands `recover` and `drill` with `--shop`, for two shops of a directory. */

const programs = await installedPrograms()

describe.skipIf(!programs)('with an installed PostgreSQL', () => {
  const ending = new AsyncDisposableStack()
  let postgres: InstalledPostgres
  let env: Record<string, string>
  let recovery: string[]
  const run = (...args: string[]) => runCommand(args, env)
  const addressOfShop = (id: string) => addressOf(postgres.url, `directory_${id}`)
  const nameOfStore = async (id: string) => (await executeSql(addressOfShop(id), 'select name from store'))[0]!.name
  const rename = (id: string, name: string) => executeSql(addressOfShop(id), `update store set name = '${name}'`)
  const dump = (id: string, file: string) =>
    postgres.run('pg_dump', '--format=custom', `--file=${file}`, addressOfShop(id))

  beforeAll(async () => {
    const folder = ending.use(scratchDirectory()).path
    const log = join(folder, 'log')
    postgres = ending.use(
      await startInstalledPostgres(programs!, folder, {
        archive_mode: 'on',
        archive_command: `mkdir -p ${log} && cp %p ${log}/%f`,
      }),
    )
    await createDatabase(postgres.url, 'directory')
    env = {
      SHOPS: 'many',
      DATABASE_URL: addressOf(postgres.url, 'directory'),
      SESSION_SECRET: 'a secret of thirty-two characters or more',
      DATA_DIR: ending.use(scratchDirectory()).path,
      BACKUP_DUMPS: join(folder, 'dumps'),
    }
    for (const id of ['east', 'west'])
      expect((await run('shops', 'create', id, '--email', 'owner@example.com')).stderr).not.toContain('Error')
    const base = join(folder, 'base')
    postgres.run('pg_basebackup', `--pgdata=${base}`, '--checkpoint=fast', `--dbname=${postgres.url}`)
    await rename('east', 'before the mistake')
    await pause(20)
    const [now] = await executeSql(postgres.url, 'select clock_timestamp()::text as time')
    await pause(20)
    await rename('east', 'mistake')
    await rename('west', 'later')
    const [segment] = await executeSql(postgres.url, 'select pg_walfile_name(pg_switch_wal()) as name')
    const archived = async () =>
      (await executeSql(postgres.url, 'select last_archived_wal as name from pg_stat_archiver'))[0]!.name ?? ''
    while ((await archived()) < segment!.name!) await pause(50)
    recovery = ['recover', '--base', base, '--log', log, '--time', new Date(now!.time!).toISOString()]
  }, 300_000)
  afterAll(() => ending.disposeAsync())

  test('a paused shop returns to a point in time, and the other shop stays', async () => {
    const active = await run('--shop', 'east', ...recovery, '--switch')
    expect([active.code, active.stderr]).toEqual([1, expect.stringContaining('Pause it first: shop shops pause east')])
    expect(await nameOfStore('east')).toBe('mistake')
    await run('shops', 'pause', 'east')
    const recovered = await run('--shop', 'east', ...recovery, '--switch')
    expect([recovered.code, recovered.stdout]).toEqual([
      0,
      expect.stringContaining(
        'directory_east is now the recovered database. The damaged one is directory_east_damaged.',
      ),
    ])
    expect(await Promise.all(['east', 'east_damaged', 'west'].map(nameOfStore))).toEqual([
      'before the mistake',
      'mistake',
      'later',
    ])
    await run('shops', 'resume', 'east')
    expect((await run('--shop', 'east', 'audit')).code).toBe(0)
  }, 300_000)

  test('a shop is recovered next to the damaged database while it serves', async () => {
    const recovered = await run('--shop', 'west', ...recovery, '--into', 'looked_up')
    expect([recovered.code, recovered.stderr]).toEqual([0, expect.not.stringContaining('Error')])
    const names = await executeSql(addressOf(postgres.url, 'looked_up'), 'select name from store')
    expect([names[0]!.name, await nameOfStore('west')]).toEqual(['west', 'later'])
  }, 300_000)

  test('the command must name a shop of the directory', async () => {
    expect((await run(...recovery)).stderr).toContain('Name the shop: --shop <id>')
    expect((await run('--shop', 'none', ...recovery, '--switch')).stderr).toContain('none')
    expect((await run('--shop', 'none', 'drill')).code).toBe(1)
  }, 300_000)

  test('a drill takes the dumps of its shop, and refuses those of another one', async () => {
    const folder = env.BACKUP_DUMPS!
    for (const id of ['east', 'west']) mkdirSync(join(folder, id), { recursive: true, mode: 0o777 })
    expect((await run('--shop', 'west', 'drill')).stdout).toContain(`${join(folder, 'west')} contains no dump`)
    const file = join(postgres.folder, 'east.dump')
    dump('east', file)
    const passed = await run('--shop', 'east', 'drill', '--dump', file)
    expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining('The backup can be restored.')])
    const foreign = await run('--shop', 'west', 'drill', '--dump', file)
    expect([foreign.code, foreign.stdout]).toEqual([1, expect.stringContaining('belongs to another shop')])
    expect((await run('--shop', 'east', 'doctor')).stdout).toContain(`restored the backup ${file}`)
  }, 300_000)

  test('a shop that was dropped returns by a file', async () => {
    await run('shops', 'pause', 'west')
    await run('shops', 'drop', 'west')
    const single = { ...env, SHOPS: 'one', DATABASE_URL: addressOfShop('west') }
    const recovered = await runCommand(recovery, single)
    expect([recovered.code, recovered.stdout]).toEqual([
      0,
      expect.stringContaining('directory_west_recovered has the shop'),
    ])
    const file = join(ending.use(scratchDirectory()).path, 'west.shop')
    const from = { ...single, DATABASE_URL: addressOfShop('west_recovered') }
    const exported = await runCommand(['transfer', 'export', file, '--without-variables'], from)
    expect([exported.code, exported.stderr]).toEqual([0, expect.not.stringContaining('Error')])
    const imported = await run('shops', 'import', 'west', file, '--without-variables')
    expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('west has been imported')])
    expect(await nameOfStore('west')).toBe('west')
  }, 300_000)
})
