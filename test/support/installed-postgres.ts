import { execFileSync, spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findPostgresTool } from '#server/backups/postgres-tools.ts'
import { readPostmasterFile } from '#server/database/postmaster.ts'
import { unprivilegedAccount } from '#server/database/unprivileged.ts'
import { freePort } from '../../bench/free-port.ts'

/** The folder of the programs of an installed PostgreSQL with a server, or undefined. The embedded one has no `pg_basebackup`. */
export const installedPrograms = async (): Promise<string | undefined> => {
  try {
    const { file } = await findPostgresTool('postgres', 15)
    await findPostgresTool('pg_basebackup', 15, dirname(file))
    return dirname(file)
  } catch {
    return undefined
  }
}

export interface InstalledPostgres extends AsyncDisposable {
  /** The address of the database `postgres`, as a superuser. */
  url: string
  /** A folder in which PostgreSQL may write. */
  folder: string
  /** Runs a program of this version as the account of PostgreSQL. */
  run(program: string, ...args: string[]): void
}

/** Starts a new cluster of an installed PostgreSQL. Its files are in `folder`, which the caller deletes. */
export async function startInstalledPostgres(
  programs: string,
  folder: string,
  settings: Record<string, string>,
): Promise<InstalledPostgres> {
  await using ending = new AsyncDisposableStack()
  chmodSync(folder, 0o777)
  const owner = process.getuid?.() === 0 ? await unprivilegedAccount(join(folder, 'cluster')) : {}
  const run = (program: string, ...args: string[]) =>
    void execFileSync(join(programs, program), args, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const cluster = join(folder, 'cluster')
  run('initdb', `--pgdata=${cluster}`, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8')
  const port = await freePort()
  const own = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', fsync: 'off' }
  const options = Object.entries({ ...own, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A node of a cluster connects to others, and looks for certificates in the home of its account.
  const env = { ...process.env, HOME: folder }
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...options], { ...owner, env, stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const kill = () => child.kill('SIGQUIT')
  process.once('exit', kill)
  ending.defer(async () => {
    child.kill('SIGINT')
    await ended
    process.off('exit', kill)
  })
  while (!readPostmasterFile(cluster)?.isReady) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL of ${programs} ended with ${child.exitCode}`)
    await pause(50)
  }
  const owned = ending.move()
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    folder,
    run,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
