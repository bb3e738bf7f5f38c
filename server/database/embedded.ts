import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ClusterFiles, clusterFiles, ensureCluster, makeParent } from '#server/database/cluster.ts'
import { lockDirectory } from '#server/database/lock.ts'
import { type PostgresPrograms, postgresPrograms } from '#server/database/postgres-programs.ts'
import { isAlive, notedPostmaster, runningPostmaster } from '#server/database/postmaster.ts'
import { keptSecret } from '#server/kept-secret.ts'
import type { Say } from '#server/progress.ts'
import { StartError } from '#server/start-error.ts'

export type EmbeddedPostgres = {
  url: string
  /** Whether no earlier start got as far as `markFilled()`. */
  isNew: boolean
  markFilled(): void
  stop(): Promise<void>
}

export type EmbeddedOptions = { directory: string; say: Say; settings?: string[] }

/** Starts a PostgreSQL of our own on the files in `directory`, made at first use; nobody else can connect to it. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const files = clusterFiles(options.directory)
  makeParent(files)
  const lock = await lockDirectory(files.home)
  if (!lock) {
    throw new StartError(
      `${options.directory} is in use by another Cartwright: stop that one, or choose another DATA_DIR`,
    )
  }
  try {
    return await startLocked(files, lock, options)
  } catch (error) {
    await lock[Symbol.asyncDispose]()
    throw error
  }
}

/** The address of the PostgreSQL that another process of ours runs on `directory`, once it takes connections. */
export function runningEmbeddedUrl(directory: string): string | undefined {
  const files = clusterFiles(directory)
  const postmaster = runningPostmaster(files.cluster)
  return postmaster?.isReady ? urlOf(files, postmaster.port) : undefined
}

async function startLocked(
  files: ClusterFiles,
  lock: AsyncDisposable,
  { say, settings = [] }: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  const programs = await postgresPrograms(files.home)
  await ensureCluster(files, programs)
  await stopLeftover(files, programs, say)
  const { server, port } = await startServer(files, programs, settings)

  // The last resort when the process ends without stop(): PostgreSQL then shuts down by itself.
  const shutDownBehindUs = () => server.kill('SIGINT')
  process.once('exit', shutDownBehindUs)
  const stop = async () => {
    server.ref()
    if (runningPostmaster(files.cluster)) await stopCluster(files, programs)
    // Someone has removed the files under a running PostgreSQL.
    else server.kill('SIGINT')
    await ended(server)
    process.off('exit', shutDownBehindUs)
    await lock[Symbol.asyncDispose]()
  }
  let stopped: Promise<void> | undefined
  return {
    url: urlOf(files, port),
    isNew: existsSync(files.unfilled),
    markFilled: () => rmSync(files.unfilled, { force: true }),
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

// We hold the lock, so a PostgreSQL that still runs here has lost its server.
async function stopLeftover(files: ClusterFiles, programs: PostgresPrograms, say: Say): Promise<void> {
  const noted = notedPostmaster(files.cluster)
  if (!noted || !isAlive(noted.pid)) return
  if (runningPostmaster(files.cluster)) {
    say('· stopping a PostgreSQL that an earlier run left behind')
    await stopCluster(files, programs)
  } else {
    // PostgreSQL would take whoever has this pid now for a live PostgreSQL and refuse to start.
    rmSync(join(files.cluster, 'postmaster.pid'), { force: true })
  }
}

type RunningServer = { server: ChildProcess; port: number }

async function startServer(
  files: ClusterFiles,
  programs: PostgresPrograms,
  settings: string[],
): Promise<RunningServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    const flags = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...quiet, ...settings]
    rmSync(files.log, { force: true })
    const server = programs.postgres(files.log, '-D', files.cluster, ...flags.flatMap((flag) => ['-c', flag]))
    if (await Promise.race([untilReady(files, server), ended(server)])) return { server, port }
    const reason = whyEnded(files)
    if (attempt === 20 || !passing.test(reason)) {
      throw new StartError(`PostgreSQL did not start: ${reason} (${files.log})`)
    }
    await pause(250)
  }
}

// Statements hold personal data, and what is wrong with them is told to the client anyway.
const quiet = ['log_min_messages=log', 'log_checkpoints=off']

// Another process took the port first, or the backends of a killed PostgreSQL are not gone yet.
const passing = /could not create any TCP\/IP sockets|pre-existing shared memory block/

async function untilReady({ cluster }: ClusterFiles, server: ChildProcess): Promise<boolean> {
  while (!hasEnded(server)) {
    const noted = notedPostmaster(cluster)
    if (noted?.isReady && noted.pid === server.pid) return true
    await pause(20)
  }
  return false
}

function hasEnded(server: ChildProcess): boolean {
  return server.pid === undefined || server.exitCode !== null || server.signalCode !== null
}

async function ended(server: ChildProcess): Promise<false> {
  if (!hasEnded(server)) await new Promise((resolve) => server.once('exit', resolve))
  return false
}

async function stopCluster({ cluster }: ClusterFiles, { pgCtl }: PostgresPrograms): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!runningPostmaster(cluster)) return
    await pgCtl('stop', '-w', '-s', '-t', '30', '-m', mode, '-D', cluster).catch(() => undefined)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function whyEnded({ log }: ClusterFiles): string {
  const text = readFileSync(log, 'utf8').trim()
  return /FATAL: +(.*)/.exec(text)?.[1] ?? text.split('\n').at(-1) ?? ''
}

function urlOf({ password }: ClusterFiles, port: number): string {
  return `postgresql://cartwright:${keptSecret(password)}@127.0.0.1:${port}/postgres`
}
