import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { addCart } from '#server/testing/add-cart.ts'
import { copyFiles } from '#test/support/copy-files.ts'
import { cloneDatabase, databaseUrl, executeSql } from '#test/support/postgres.ts'
import { isHealthy, type RunningProgram, runCommand, runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { freePort } from '../../../bench/free-port.ts'

async function placeOrder(url: string): Promise<{ id: string }> {
  const cart = await addCart((headers) => createShopClient({ url, headers }).store)
  return (await cart.complete()).order
}

interface OpenedShop extends AsyncDisposable {
  url: string
}

async function serveShop(postgres: string): Promise<OpenedShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { DATABASE_URL: postgres, PORT: String(port), SEED: 'catalogue', LOG_LEVEL: 'error' }
  const server: RunningProgram = runProgram([process.execPath, 'server/start.js'], env)
  await server.waitFor(() => isHealthy(url))
  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const statusOf = async (url: string, order: { id: string }): Promise<number> =>
  (await fetch(`${url}/store/orders/${order.id}`)).status

async function expectSoundShop(postgres: string): Promise<void> {
  const audit = await runCommand(['audit', '--min-age', '0 seconds'], { DATABASE_URL: postgres })
  expect(audit).toMatchObject({ code: 0, stdout: expect.stringContaining('no violations found') })
}

test('a base backup and archived logs restore the shop of a point in time', async () => {
  using scratch = scratchDirectory()
  const archive = join(scratch.path, 'archive')
  mkdirSync(archive)
  chmodSync(archive, 0o777)
  const [source, restored] = [join(scratch.path, 'source'), join(scratch.path, 'restored')]
  const orders: { id: string }[] = []
  let pointInTime = ''
  {
    const settings = ['archive_mode=on', `archive_command=cp %p ${archive}/%f`]
    const postgres = await startEmbeddedPostgres({ directory: source, print: () => {}, settings })
    {
      await using shop = await serveShop(postgres.url)
      orders.push(await placeOrder(shop.url))
      await copyRunningCluster(postgres.url, source, restored)
      orders.push(await placeOrder(shop.url))
      pointInTime = (await executeSql(postgres.url, 'select now()::text as time'))[0]!.time!
      orders.push(await placeOrder(shop.url))
    }
    await archiveLog(postgres.url)
    await postgres.stop()
  }

  writeClusterFile(restored, 'recovery.signal', '')
  const recovery = [`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${pointInTime}`]
  const settings = [...recovery, 'recovery_target_action=promote']
  const postgres = await startEmbeddedPostgres({ directory: restored, print: () => {}, settings })
  try {
    await waitForPromotion(postgres.url)
    await using shop = await serveShop(postgres.url)
    const statuses = await Promise.all(orders.map((order) => statusOf(shop.url, order)))
    expect(statuses).toEqual([200, 200, 404])
    expect(await statusOf(shop.url, await placeOrder(shop.url))).toBe(200)
    await expectSoundShop(postgres.url)
  } finally {
    await postgres.stop()
  }
})

/** `pg_basebackup` does the same, but the embedded PostgreSQL does not contain it. */
async function copyRunningCluster(url: string, source: string, target: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('test', true)`)
    copyFiles(source, target)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    writeClusterFile(target, 'backup_label', rows[0]!.labelfile)
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(join(target, 'cluster', file), { force: true })
  } finally {
    await client.end()
  }
}

/** PostgreSQL runs as the owner of the cluster and must be able to rename the file. */
function writeClusterFile(directory: string, name: string, content: string): void {
  const cluster = join(directory, 'cluster')
  const { uid, gid } = statSync(cluster)
  writeFileSync(join(cluster, name), content)
  chownSync(join(cluster, name), uid, gid)
}

async function archiveLog(url: string): Promise<void> {
  const [log] = await executeSql(url, 'select pg_walfile_name(pg_switch_wal()) as name')
  const isArchived = async () => {
    const [row] = await executeSql(
      url,
      `select (last_archived_wal >= '${log!.name}')::text as done from pg_stat_archiver`,
    )
    return row?.done === 'true'
  }
  while (!(await isArchived())) await pause(50)
}

async function waitForPromotion(url: string): Promise<void> {
  const isRecovering = async () => (await executeSql(url, 'select pg_is_in_recovery()::text as yes'))[0]!.yes === 'true'
  while (await isRecovering()) await pause(50)
}

/** pg_dump refuses to dump a newer server. */
async function hasPgDump(): Promise<boolean> {
  try {
    const major = Number(/ (\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1])
    const [row] = await executeSql(inject('postgres').url, 'show server_version_num')
    return major * 10_000 + 9999 >= Number(row!.server_version_num)
  } catch {
    return false
  }
}

test.skipIf(!(await hasPgDump()))('a dump restores the shop into a new database', async () => {
  using scratch = scratchDirectory()
  await using source = await cloneDatabase()
  const file = join(scratch.path, 'shop.dump')
  let order: { id: string }
  {
    await using shop = await serveShop(source.url)
    order = await placeOrder(shop.url)
    execFileSync('pg_dump', ['--format=custom', `--file=${file}`, source.url])
  }
  expect(existsSync(file)).toBe(true)

  const { url } = inject('postgres')
  const name = `restored_${Date.now().toString(36)}`
  await executeSql(url, `create database ${name}`)
  try {
    const restored = databaseUrl(url, name)
    execFileSync('pg_restore', ['--exit-on-error', '--no-owner', `--dbname=${restored}`, file])
    await using shop = await serveShop(restored)
    expect(await statusOf(shop.url, order)).toBe(200)
    expect(await statusOf(shop.url, await placeOrder(shop.url))).toBe(200)
    await expectSoundShop(restored)
  } finally {
    await executeSql(url, `drop database if exists ${name} with (force)`)
  }
})
