import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusterFiles, ensureCluster } from '#server/database/cluster.ts'
import { type EmbeddedPostgres, runningEmbeddedUrl, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { postgresPrograms } from '#server/database/postgres-programs.ts'
import { isAlive, runningPostmaster } from '#server/database/postmaster.ts'
import { copyFiles } from '#test/support/copy-files.ts'
import { executeSql } from '#test/support/postgres.ts'
import { allowTraversal } from '#test/support/run-directory.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const ending = new AsyncDisposableStack()
/** Where the first start has made its files, and a PostgreSQL has never run. */
let made: string
beforeAll(async () => {
  const { path } = ending.use(scratchDirectory())
  allowTraversal(path)
  const files = clusterFiles(join(path, 'postgres'))
  await ensureCluster(files, await postgresPrograms(files.home))
  made = path
})
afterAll(() => ending.disposeAsync())

/** A place for an embedded PostgreSQL whose files are made already. */
function embeddedLab() {
  const lab = emptyLab()
  copyFiles(made, dirname(lab.directory))
  return lab
}

/** A place for an embedded PostgreSQL. */
function emptyLab() {
  const scratch = scratchDirectory()
  const directory = join(scratch.path, 'postgres')
  const cluster = join(directory, 'cluster')
  const messages: string[] = []
  const logger = pino({}, { write: (line: string) => void messages.push(JSON.parse(line).msg) })
  return {
    directory,
    cluster,
    /** What the log says. */
    messages,
    async start(): Promise<EmbeddedPostgres & AsyncDisposable> {
      const postgres = await startEmbeddedPostgres({ directory, say: () => {}, logger })
      return { ...postgres, [Symbol.asyncDispose]: () => postgres.stop() }
    },
    killPostgres: () => process.kill(runningPostmaster(cluster)!.pid, 'SIGKILL'),
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  }
}

test('the first start makes a PostgreSQL that only its password opens, and only on this machine', async () => {
  using lab = emptyLab()
  await using postgres = await lab.start()
  expect(await executeSql(postgres.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(statSync(join(lab.directory, 'password')).mode & 0o777).toBe(0o600)
  const stranger = Object.assign(new URL(postgres.url), { password: 'guess' }).href
  await expect(executeSql(stranger, 'select 1')).rejects.toThrow('password authentication failed')
})

test('the next start finds what the one before stored', async () => {
  using lab = embeddedLab()
  {
    await using first = await lab.start()
    await executeSql(first.url, 'create table kept as select 1 as one')
  }
  await using second = await lab.start()
  expect(await executeSql(second.url, 'select * from kept')).toEqual([{ one: 1 }])
})

test('it stays new until it has been filled once', async () => {
  using lab = embeddedLab()
  {
    await using interrupted = await lab.start()
    expect(interrupted.isNew).toBe(true)
  }
  {
    await using filled = await lab.start()
    expect(filled.isNew).toBe(true)
    filled.markFilled()
  }
  await using later = await lab.start()
  expect(later.isNew).toBe(false)
})

test('stopping ends the process, as often as it is asked for', async () => {
  using lab = embeddedLab()
  const postgres = await lab.start()
  const { pid } = runningPostmaster(lab.cluster)!
  await Promise.all([postgres.stop(), postgres.stop()])
  expect(isAlive(pid)).toBe(false)
})

test('stopping copes with a PostgreSQL that was killed, and the next start recovers its data', async () => {
  using lab = embeddedLab()
  {
    await using killed = await lab.start()
    await executeSql(killed.url, 'create table kept as select 1 as one')
    lab.killPostgres()
  }
  expect(existsSync(join(lab.cluster, 'postmaster.pid'))).toBe(true)
  await using recovered = await lab.start()
  expect(await executeSql(recovered.url, 'select * from kept')).toEqual([{ one: 1 }])
})

/** Waits until PostgreSQL takes connections, in another process than this one. */
const untilRestarted = (lab: { cluster: string }, { pid }: { pid: number }) =>
  waitUntil(() => {
    const postmaster = runningPostmaster(lab.cluster)
    return postmaster?.isReady === true && postmaster.pid !== pid
  })

test.each(['SIGKILL', 'SIGINT'] as const)('after %s PostgreSQL starts again with its data', async (signal) => {
  using lab = embeddedLab()
  await using postgres = await lab.start()
  await executeSql(postgres.url, 'create table kept as select 1 as one')
  const restart = ['PostgreSQL exited. Restarting it', 'PostgreSQL was restarted']
  for (const restarts of [1, 2]) {
    const before = runningPostmaster(lab.cluster)!
    process.kill(before.pid, signal)
    // PostgreSQL accepts connections before the server has noticed it: a kill in between would count as a failed start.
    await waitUntil(() => lab.messages.length === 2 * restarts)
    await untilRestarted(lab, before)
    expect(await executeSql(postgres.url, 'select * from kept')).toEqual([{ one: 1 }])
  }
  expect(lab.messages).toEqual([...restart, ...restart])
})

test('the server tries to start PostgreSQL until it starts', async () => {
  using lab = embeddedLab()
  await using postgres = await lab.start()
  const before = runningPostmaster(lab.cluster)!
  const needed = join(lab.cluster, 'global', 'pg_control')
  renameSync(needed, `${needed}.away`)
  lab.killPostgres()
  await waitUntil(() => lab.messages.includes('PostgreSQL could not be restarted. Retrying'))
  renameSync(`${needed}.away`, needed)
  await untilRestarted(lab, before)
  expect(await executeSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stopping during a restart leaves no PostgreSQL behind', async () => {
  using lab = embeddedLab()
  const postgres = await lab.start()
  lab.killPostgres()
  await waitUntil(() => lab.messages.length > 0)
  await postgres.stop()
  expect(runningPostmaster(lab.cluster)).toBeUndefined()
  await using next = await lab.start()
  expect(await executeSql(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stopping copes with files that someone has removed', async () => {
  using lab = embeddedLab()
  const postgres = await lab.start()
  const { pid } = runningPostmaster(lab.cluster)!
  rmSync(lab.directory, { recursive: true, force: true, maxRetries: 5 })
  await postgres.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a pid file that names another process is stale', async () => {
  using lab = embeddedLab()
  await (await lab.start()).stop()
  writeFileSync(join(lab.cluster, 'postmaster.pid'), `${process.ppid}\n${lab.cluster}\n1\n5432\n\n127.0.0.1\n\nready\n`)
  expect(runningEmbeddedUrl(lab.directory)).toBeUndefined()
  await using postgres = await lab.start()
  expect(await executeSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isAlive(process.ppid)).toBe(true)
})

test('a first start that was interrupted is made again', async () => {
  using lab = emptyLab()
  mkdirSync(join(`${lab.directory}.new-half`, 'cluster', 'base'), { recursive: true })
  await using postgres = await lab.start()
  expect(postgres.isNew).toBe(true)
  expect(readdirSync(dirname(lab.directory))).toEqual(['postgres'])
})

test('a second start on the same files is refused while the first one runs', async () => {
  using lab = embeddedLab()
  await using first = await lab.start()
  await expect(lab.start()).rejects.toThrow(`${lab.directory} is in use by another Cartwright process`)
  expect(await executeSql(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two first starts at once, one makes the files and the other is refused', async () => {
  using lab = emptyLab()
  const starts = await Promise.allSettled([lab.start(), lab.start()])
  const started = starts.filter((start) => start.status === 'fulfilled')
  expect(started).toHaveLength(1)
  await started[0]!.value.stop()
})

test('a command finds the PostgreSQL that a server runs', async () => {
  using lab = embeddedLab()
  expect(runningEmbeddedUrl(lab.directory)).toBeUndefined()
  const postgres = await lab.start()
  expect(runningEmbeddedUrl(lab.directory)).toBe(postgres.url)
  await postgres.stop()
  expect(runningEmbeddedUrl(lab.directory)).toBeUndefined()
})
