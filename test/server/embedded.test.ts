import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusterFiles, ensureCluster } from '#server/database/cluster.ts'
import { type EmbeddedPostgres, runningEmbeddedUrl, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { postgresPrograms } from '#server/database/postgres-programs.ts'
import { isAlive, runningPostmaster } from '#server/database/postmaster.ts'
import { allowTraversal } from '#server/testing/run-directory.ts'
import { copyFiles } from '#test/support/copy-files.ts'
import { executeSql } from '#test/support/postgres.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const ending = new AsyncDisposableStack()
/** The directory of an initialized cluster that has never run. */
let template: string
beforeAll(async () => {
  const { path } = ending.use(scratchDirectory())
  allowTraversal(path)
  const files = clusterFiles(join(path, 'postgres'))
  await ensureCluster(files, await postgresPrograms(files.home))
  template = path
})
afterAll(() => ending.disposeAsync())

/** A test directory with an initialized cluster. */
function createEnvironment() {
  const environment = createEmptyEnvironment()
  copyFiles(template, dirname(environment.directory))
  return environment
}

/** An empty test directory for an embedded PostgreSQL. */
function createEmptyEnvironment() {
  const scratch = scratchDirectory()
  const directory = join(scratch.path, 'postgres')
  const cluster = join(directory, 'cluster')
  const messages: string[] = []
  const logger = pino({}, { write: (line: string) => void messages.push(JSON.parse(line).msg) })
  return {
    directory,
    cluster,
    /** The messages of the log. */
    messages,
    async start(): Promise<EmbeddedPostgres & AsyncDisposable> {
      const postgres = await startEmbeddedPostgres({ directory, print: () => {}, logger })
      return { ...postgres, [Symbol.asyncDispose]: () => postgres.stop() }
    },
    killPostgres: () => process.kill(runningPostmaster(cluster)!.pid, 'SIGKILL'),
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  }
}

test('the first start creates a PostgreSQL that is local and protected by a password', async () => {
  using environment = createEmptyEnvironment()
  await using postgres = await environment.start()
  expect(await executeSql(postgres.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(statSync(join(environment.directory, 'password')).mode & 0o777).toBe(0o600)
  const wrongPasswordUrl = Object.assign(new URL(postgres.url), { password: 'guess' }).href
  await expect(executeSql(wrongPasswordUrl, 'select 1')).rejects.toThrow('password authentication failed')
})

test('the next start finds the stored data', async () => {
  using environment = createEnvironment()
  {
    await using first = await environment.start()
    await executeSql(first.url, 'create table kept as select 1 as one')
  }
  await using second = await environment.start()
  expect(await executeSql(second.url, 'select * from kept')).toEqual([{ one: 1 }])
})

test('a cluster stays new until `markFilled` is called', async () => {
  using environment = createEnvironment()
  {
    await using interrupted = await environment.start()
    expect(interrupted.isNew).toBe(true)
  }
  {
    await using filled = await environment.start()
    expect(filled.isNew).toBe(true)
    filled.markFilled()
  }
  await using later = await environment.start()
  expect(later.isNew).toBe(false)
})

test('repeated stops end the process once', async () => {
  using environment = createEnvironment()
  const postgres = await environment.start()
  const { pid } = runningPostmaster(environment.cluster)!
  await Promise.all([postgres.stop(), postgres.stop()])
  expect(isAlive(pid)).toBe(false)
})

test('stopping handles a killed PostgreSQL, and the next start recovers its data', async () => {
  using environment = createEnvironment()
  {
    await using killed = await environment.start()
    await executeSql(killed.url, 'create table kept as select 1 as one')
    environment.killPostgres()
  }
  expect(existsSync(join(environment.cluster, 'postmaster.pid'))).toBe(true)
  await using recovered = await environment.start()
  expect(await executeSql(recovered.url, 'select * from kept')).toEqual([{ one: 1 }])
})

/** Waits until another PostgreSQL process accepts connections. */
const untilRestarted = (environment: { cluster: string }, { pid }: { pid: number }) =>
  waitUntil(() => {
    const postmaster = runningPostmaster(environment.cluster)
    return postmaster?.isReady === true && postmaster.pid !== pid
  })

test.each(['SIGKILL', 'SIGINT'] as const)('PostgreSQL is restarted with its data after %s', async (signal) => {
  using environment = createEnvironment()
  await using postgres = await environment.start()
  await executeSql(postgres.url, 'create table kept as select 1 as one')
  const restart = ['PostgreSQL exited. Restarting it', 'PostgreSQL was restarted']
  for (const restarts of [1, 2]) {
    const before = runningPostmaster(environment.cluster)!
    process.kill(before.pid, signal)
    // PostgreSQL accepts connections before the server notices it. A kill in between would count as a failed start.
    await waitUntil(() => environment.messages.length === 2 * restarts)
    await untilRestarted(environment, before)
    expect(await executeSql(postgres.url, 'select * from kept')).toEqual([{ one: 1 }])
  }
  expect(environment.messages).toEqual([...restart, ...restart])
})

test('the server retries until PostgreSQL starts', async () => {
  using environment = createEnvironment()
  await using postgres = await environment.start()
  const before = runningPostmaster(environment.cluster)!
  const needed = join(environment.cluster, 'global', 'pg_control')
  renameSync(needed, `${needed}.away`)
  environment.killPostgres()
  await waitUntil(() => environment.messages.includes('PostgreSQL could not be restarted. Retrying'))
  renameSync(`${needed}.away`, needed)
  await untilRestarted(environment, before)
  expect(await executeSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stopping during a restart leaves no PostgreSQL running', async () => {
  using environment = createEnvironment()
  const postgres = await environment.start()
  environment.killPostgres()
  await waitUntil(() => environment.messages.length > 0)
  await postgres.stop()
  expect(runningPostmaster(environment.cluster)).toBeUndefined()
  await using next = await environment.start()
  expect(await executeSql(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stopping handles removed files', async () => {
  using environment = createEnvironment()
  const postgres = await environment.start()
  const { pid } = runningPostmaster(environment.cluster)!
  rmSync(environment.directory, { recursive: true, force: true, maxRetries: 5 })
  await postgres.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a pid file of another process is ignored', async () => {
  using environment = createEnvironment()
  await (await environment.start()).stop()
  writeFileSync(
    join(environment.cluster, 'postmaster.pid'),
    `${process.ppid}\n${environment.cluster}\n1\n5432\n\n127.0.0.1\n\nready\n`,
  )
  expect(runningEmbeddedUrl(environment.directory)).toBeUndefined()
  await using postgres = await environment.start()
  expect(await executeSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(isAlive(process.ppid)).toBe(true)
})

test('an interrupted first start is repeated', async () => {
  using environment = createEmptyEnvironment()
  mkdirSync(join(`${environment.directory}.new-half`, 'cluster', 'base'), { recursive: true })
  await using postgres = await environment.start()
  expect(postgres.isNew).toBe(true)
  expect(readdirSync(dirname(environment.directory))).toEqual(['postgres'])
})

test('a second start in the same directory is rejected while the first one runs', async () => {
  using environment = createEnvironment()
  await using first = await environment.start()
  await expect(environment.start()).rejects.toThrow(`${environment.directory} is in use by another Cartwright process`)
  expect(await executeSql(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('two simultaneous first starts create one cluster', async () => {
  using environment = createEmptyEnvironment()
  const starts = await Promise.allSettled([environment.start(), environment.start()])
  const started = starts.filter((start) => start.status === 'fulfilled')
  expect(started).toHaveLength(1)
  await started[0]!.value.stop()
})

test('a command finds the PostgreSQL of a running server', async () => {
  using environment = createEnvironment()
  expect(runningEmbeddedUrl(environment.directory)).toBeUndefined()
  const postgres = await environment.start()
  expect(runningEmbeddedUrl(environment.directory)).toBe(postgres.url)
  await postgres.stop()
  expect(runningEmbeddedUrl(environment.directory)).toBeUndefined()
})
