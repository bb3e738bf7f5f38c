import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, globSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDirectory } from '#server/database/lock.ts'
import { runningPostmaster } from '#server/database/postmaster.ts'

const prefix = 'cartwright-test-'

const MEMORY_DIRECTORY = '/dev/shm'
/** Required free memory in bytes. A run takes less than a quarter of it. */
const REQUIRED_BYTES = 4 * 1024 ** 3

/** Prefers memory, because a database has a thousand files and many tests clone one. */
function chooseDirectory(): string {
  return isUsable(MEMORY_DIRECTORY) && freeBytesAt(MEMORY_DIRECTORY) >= REQUIRED_BYTES ? MEMORY_DIRECTORY : tmpdir()
}

function freeBytesAt(place: string): number {
  const { bavail, bsize } = statfsSync(place)
  return Math.min(bavail * bsize, freemem())
}

function isUsable(place: string): boolean {
  try {
    accessSync(place, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Creates a directory for all files of a test run. The disposal stops the PostgreSQL servers in it and deletes it. */
export async function openRunDirectory(): Promise<AsyncDisposable & { path: string }> {
  await removeAbandoned()
  const path = join(chooseDirectory(), prefix + randomBytes(4).toString('hex'))
  // The lock comes first, so that no other run deletes the directory as abandoned.
  const lock = await lockDirectory(path)
  mkdirSync(path)
  allowTraversal(path)
  // Ctrl-C may skip the asynchronous disposal.
  const removeSync = () => {
    stopServers(path)
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', removeSync)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await remove(path)
      process.off('exit', removeSync)
      await lock?.[Symbol.asyncDispose]()
    },
  }
}

/** If this process is root, PostgreSQL runs as another user, which needs access to the parent directories. */
export function allowTraversal(directory: string): void {
  chmodSync(directory, 0o755)
}

/** Deletes the directories of killed runs. A directory without a lock is abandoned. */
async function removeAbandoned(): Promise<void> {
  const places = [tmpdir(), MEMORY_DIRECTORY].filter(isUsable)
  const paths = places.flatMap((place) => readdirSync(place).map((name) => join(place, name)))
  for (const path of paths.filter((one) => basename(one).startsWith(prefix))) {
    await using lock = await lockDirectory(path)
    if (lock) await remove(path)
  }
}

async function remove(path: string): Promise<void> {
  const clusters = stopServers(path)
  while (clusters.some(runningPostmaster)) await pause(20)
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

/** Stops the PostgreSQL servers of a directory. Returns the directories of their data. */
function stopServers(path: string): string[] {
  const clusters = globSync('**/postmaster.pid', { cwd: path }).map((file) => join(path, file, '..'))
  for (const cluster of clusters) {
    const postmaster = runningPostmaster(cluster)
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
  }
  return clusters
}
