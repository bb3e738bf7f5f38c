import type { ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { WriteLine } from '#server/base/progress.ts'
import { StartError } from '#server/base/start-error.ts'
import type { ClusterFiles } from '#server/database/cluster.ts'
import type { PostgresPrograms } from '#server/database/postgres-programs.ts'
import { isAlive, readPostmasterFile, runningPostmaster } from '#server/database/postmaster.ts'

/** The caller must have locked the directory. */
export interface ServerPlace {
  files: ClusterFiles
  programs: PostgresPrograms
  settings: readonly string[]
  print: WriteLine
  signal: AbortSignal
}

export interface RunningServer {
  child: ChildProcess
  port: number
}

/** Starts PostgreSQL, by default on a free port, and waits until it accepts connections. */
export async function startServer(place: ServerPlace, givenPort?: number): Promise<RunningServer> {
  const { files, signal } = place
  await stopLeftover(place)
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    const port = givenPort ?? (await freePort())
    const child = spawnServer(place, port)
    if (await isReady(files, child, signal)) return { child, port }
    child.kill('SIGINT')
    await waitForExit(child)
    const reason = reasonOfEnd(files)
    if (attempt === 20 || !passing.test(reason)) {
      throw new StartError(`PostgreSQL did not start: ${reason} (${files.log})`)
    }
    await pause(250)
  }
}

/** Stops PostgreSQL, even if its files were deleted. */
export async function stopServer({ files, programs }: ServerPlace, { child }: RunningServer): Promise<void> {
  child.ref()
  if (runningPostmaster(files.cluster)) await stopCluster(files, programs)
  else child.kill('SIGINT')
  await waitForExit(child)
}

export async function waitForExit(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve))
}

export const lastLineOf = (files: ClusterFiles): string => logOf(files).trim().split('\n').at(-1) ?? ''

// Statements contain personal data, so the log omits them.
const quiet = ['log_min_messages=log', 'log_checkpoints=off']

// Temporary failures: another process uses the port, or processes of a killed PostgreSQL are still running.
const passing = /could not create any TCP\/IP sockets|pre-existing shared memory block/

function spawnServer({ files, programs, settings }: ServerPlace, port: number): ChildProcess {
  const flags = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...quiet, ...settings]
  rmSync(files.log, { force: true })
  const child = programs.postgres(files.log, '-D', files.cluster, ...flags.flatMap((flag) => ['-c', flag]))
  // Stops PostgreSQL if this process exits without doing so.
  const shutDown = () => child.kill('SIGINT')
  process.once('exit', shutDown)
  child.once('close', () => process.off('exit', shutDown))
  return child
}

// This process holds the lock of the directory, so a PostgreSQL that still uses it belongs to a server that has
// ended.
async function stopLeftover({ files, programs, print }: ServerPlace): Promise<void> {
  const postmaster = readPostmasterFile(files.cluster)
  if (!postmaster || !isAlive(postmaster.pid)) return
  if (runningPostmaster(files.cluster)) {
    print('· Stopping a PostgreSQL server that an earlier run left running')
    await stopCluster(files, programs)
  } else {
    // PostgreSQL would not start if another process had the PID in this file.
    rmSync(join(files.cluster, 'postmaster.pid'), { force: true })
  }
}

async function isReady({ cluster }: ClusterFiles, child: ChildProcess, signal: AbortSignal): Promise<boolean> {
  while (!hasEnded(child) && !signal.aborted) {
    const postmaster = readPostmasterFile(cluster)
    if (postmaster?.isReady && postmaster.pid === child.pid) return true
    await pause(20)
  }
  return false
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
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

function reasonOfEnd(files: ClusterFiles): string {
  return /FATAL: +(.*)/.exec(logOf(files))?.[1] ?? lastLineOf(files)
}

function logOf({ log }: ClusterFiles): string {
  try {
    return readFileSync(log, 'utf8')
  } catch {
    return ''
  }
}
