import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, globSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDirectory } from '#server/database/lock.ts'
import { runningPostmaster } from '#server/database/postmaster.ts'

const prefix = 'cartwright-test-'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** What has to be free there, in bytes: a run takes less than a quarter of it. */
const ROOM = 4 * 1024 ** 3

/** In memory, if it has room: a database is a thousand files, and many a test has one of its own. */
function bestPlace(): string {
  return isUsable(MEMORY) && roomAt(MEMORY) >= ROOM ? MEMORY : tmpdir()
}

function roomAt(place: string): number {
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

/** A directory for all files of one test run; it goes away with all that still runs in it. */
export async function openRunDirectory(): Promise<AsyncDisposable & { path: string }> {
  await removeAbandoned()
  const path = join(bestPlace(), prefix + randomBytes(4).toString('hex'))
  // Before it is there, or another run could take it for an abandoned one.
  const lock = await lockDirectory(path)
  mkdirSync(path)
  allowTraversal(path)
  // Ctrl-C may leave no time for more.
  const removeAtOnce = () => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', removeAtOnce)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await remove(path)
      process.off('exit', removeAtOnce)
      await lock?.[Symbol.asyncDispose]()
    },
  }
}

/** As root, the embedded PostgreSQL runs as another user, who has to pass the directories above its own. */
export function allowTraversal(directory: string): void {
  chmodSync(directory, 0o755)
}

/** Clears away what runs that were killed have left: nobody holds their locks. */
async function removeAbandoned(): Promise<void> {
  const places = [tmpdir(), MEMORY].filter(isUsable)
  const paths = places.flatMap((place) => readdirSync(place).map((name) => join(place, name)))
  for (const path of paths.filter((one) => basename(one).startsWith(prefix))) {
    await using lock = await lockDirectory(path)
    if (lock) await remove(path)
  }
}

async function remove(path: string): Promise<void> {
  const clusters = globSync('**/postmaster.pid', { cwd: path }).map((file) => join(path, file, '..'))
  for (const cluster of clusters) {
    const postmaster = runningPostmaster(cluster)
    if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
  }
  while (clusters.some(runningPostmaster)) await pause(20)
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}
