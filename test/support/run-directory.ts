import { randomBytes } from 'node:crypto'
import { chmodSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDirectory } from '#server/database/lock.ts'
import { runningPostmaster } from '#server/database/postmaster.ts'

const prefix = 'cartwright-test-'

/** A directory for all that one test run puts on the disk; it goes away with all that still runs in it. */
export async function openRunDirectory(): Promise<AsyncDisposable & { path: string }> {
  await removeAbandoned()
  const path = join(tmpdir(), prefix + randomBytes(4).toString('hex'))
  // Before it is there, or another run could take it for an abandoned one.
  const lock = await lockDirectory(path)
  mkdirSync(path)
  letPass(path)
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
export function letPass(directory: string): void {
  chmodSync(directory, 0o755)
}

/** Clears away what runs that were killed have left: nobody holds their locks. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const path = join(tmpdir(), name)
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
