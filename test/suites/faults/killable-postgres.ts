import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterFiles, ensureCluster } from '#server/database/cluster.ts'
import { postgresPrograms } from '#server/database/postgres-programs.ts'
import { runningPostmaster } from '#server/database/postmaster.ts'
import { loadPersistentSecret } from '#server/settings/persistent-secret.ts'
import { copyCluster } from '#test/support/copy-cluster.ts'
import { freePort } from '../../../bench/free-port.ts'
import { familyOf } from '../../../bench/processes.ts'

export interface KillablePostgres extends AsyncDisposable {
  url: string
  port: number
  /** The directory of the cluster and its password. */
  home: string
  /** `SIGKILL` simulates a crash. `SIGINT` is a shutdown. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  start(): Promise<void>
  /** Freezes PostgreSQL with all its connections, as a hanging disk does. Linux only. */
  freeze(): void
  thaw(): void
  /** Kills PostgreSQL with all its connections, also if it is frozen. */
  killAll(): void
}

export interface KillableOptions {
  /** Default: a free port. */
  port?: number
  /** A primary. The new PostgreSQL is its standby. */
  primary?: KillablePostgres
  /** Settings of the server, as `wal_level=logical`. */
  settings?: readonly string[]
}

export async function openKillablePostgres({
  port: wantedPort,
  primary,
  settings: given = [],
}: KillableOptions = {}): Promise<KillablePostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-faults-'))
  // As root, PostgreSQL runs as another user, which must be able to enter the directory.
  chmodSync(directory, 0o755)
  const files = clusterFiles(join(directory, 'postgres'))
  const programs = await postgresPrograms(files.home)
  if (primary) await copyCluster(primary.url, primary.home, files.home)
  else await ensureCluster(files, programs)
  const port = wantedPort ?? (await freePort())
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...given]
  const settings = primary ? [...own, `primary_conninfo=${connectionInfoOf(primary.url)}`] : own
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    for (;;) {
      const started = programs.postgres(files.log, '-D', files.cluster, ...settings.flatMap((one) => ['-c', one]))
      server = started
      while (started.exitCode === null && started.signalCode === null) {
        const postmaster = runningPostmaster(files.cluster)
        if (postmaster?.isReady && postmaster.pid === started.pid) return
        await pause(20)
      }
      // Processes of the killed server may still be running.
      await pause(100)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.ref()
    server.kill(signal)
    await ended
  }

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of familyOf(server!.pid!)) process.kill(pid, signal)
  }

  const kill = () => server?.kill('SIGQUIT')
  process.once('exit', kill)
  await start()
  return {
    url: `postgresql://cartwright:${loadPersistentSecret(files.password)}@127.0.0.1:${port}/postgres`,
    port,
    home: files.home,
    end,
    start,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    killAll: () => signalAll('SIGKILL'),
    async [Symbol.asyncDispose]() {
      await end('SIGINT')
      process.off('exit', kill)
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function connectionInfoOf(url: string): string {
  const { hostname, port, username, password } = new URL(url)
  return `host=${hostname} port=${port} user=${username} password=${password}`
}
