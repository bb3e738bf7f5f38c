import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '#server/base/start-error.ts'
import { readPostmasterFile } from '#server/database/postmaster.ts'
import { type Account, unprivilegedAccount } from '#server/database/unprivileged.ts'
import { findPostgresTool } from './postgres-tools.ts'
import { runProgram } from './run-program.ts'

export interface Recovery {
  /** The folder of a base backup, as `pg_basebackup --format=plain` makes it. It stays as it is. */
  base: string
  /** A command of the shell that copies a file of the archived log: `%f` to `%p`. */
  restoreCommand: string
  /** The point in time. */
  at: Date
  /** The parent of the copy of the base backup. Default: the folder for temporary files. */
  scratch?: string | undefined
  programs?: string | undefined
  signal?: AbortSignal | undefined
}

export interface RecoveredServer extends AsyncDisposable {
  major: number
  /** Writes a dump of a database to a file. */
  dump(database: string, role: string, file: string): Promise<void>
  /** A folder that the disposal deletes. */
  folder: string
}

/**
 * Recovers a copy of a base backup to a point in time, and runs PostgreSQL on it, which only this account can reach.
 * @throws StartError with the reason of PostgreSQL, if the log does not reach that far.
 */
export async function openRecoveredServer(recovery: Recovery): Promise<RecoveredServer> {
  const { base, programs, scratch = tmpdir() } = recovery
  const major = majorOf(base)
  assertCopyable(base)
  assertOlder(base, recovery.at)
  const postgres = await findPostgresTool('postgres', major, programs)
  if (postgres.major !== major)
    throw new StartError(
      `${base} is of PostgreSQL ${major}. Install its server programs, or name their folder in POSTGRES_BIN.`,
    )
  await using resources = new AsyncDisposableStack()
  const folder = await temporaryFolder(scratch, resources)
  // The path of a socket has at most 107 characters.
  const socket = await temporaryFolder(tmpdir(), resources)
  const cluster = join(folder, 'cluster')
  await cp(resolve(base), cluster, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  await configure(cluster, socket, recovery)
  const owner = process.getuid?.() === 0 ? await unprivilegedAccount(cluster) : undefined
  if (owner) await giveTo(owner, [folder, socket])
  const log = join(folder, 'log')
  const child = start(postgres.file, { cluster, log, owner })
  resources.defer(() => stop(child))
  await waitUntilReady(child, { cluster, log, recovery })
  const owned = resources.move()
  return {
    major,
    folder,
    async dump(database, role, file) {
      const { file: program } = await findPostgresTool('pg_dump', major, programs)
      const session = [`--host=${socket}`, `--username=${role}`, `--dbname=${database}`]
      await runProgram(program, [
        ...session,
        '--format=custom',
        '--no-publications',
        '--no-subscriptions',
        `--file=${file}`,
      ])
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function temporaryFolder(parent: string, resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(parent, 'cartwright-recovery-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

function majorOf(base: string): number {
  if (!existsSync(join(base, 'PG_VERSION')) || !existsSync(join(base, 'backup_label')))
    throw new StartError(`${base} is no base backup. Name a folder of pg_basebackup, with the format plain.`)
  return Number.parseInt(readFileSync(join(base, 'PG_VERSION'), 'utf8'), 10)
}

/** PostgreSQL would stop at the end of the backup, without an error. */
function assertOlder(base: string, at: Date): void {
  const text = /^START TIME: (.+)$/m.exec(readFileSync(join(base, 'backup_label'), 'utf8'))?.[1] ?? ''
  if (Date.parse(text) > at.getTime()) throw new StartError(tooNew(base, at))
}

const tooNew = (base: string, at: Date) => `${base} is newer than ${at.toISOString()}. Choose an earlier base backup.`

/** A link would lead the copy to files of the running server. */
function assertCopyable(base: string): void {
  const spaces = join(base, 'pg_tblspc')
  const hasSpaces = existsSync(spaces) && readdirSync(spaces).length > 0
  if (hasSpaces || lstatSync(join(base, 'pg_wal')).isSymbolicLink())
    throw new StartError(
      `${base} has tablespaces or a separate pg_wal, which cannot be recovered next to the running server.`,
    )
}

/** No setting of the backup stays, so that the copy archives and replicates nothing. */
async function configure(cluster: string, socket: string, { restoreCommand, at }: Recovery): Promise<void> {
  const settings = {
    ...{ listen_addresses: '', unix_socket_directories: socket, unix_socket_permissions: '0700' },
    ...{ hba_file: join(cluster, 'pg_hba.conf'), ident_file: join(cluster, 'pg_ident.conf') },
    ...{
      restore_command: restoreCommand,
      recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    },
    // With it, PostgreSQL would need the limits of the running server.
    hot_standby: 'off',
    ...{ archive_mode: 'off', fsync: 'off', logging_collector: 'off', shared_preload_libraries: '' },
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  for (const file of ['postmaster.pid', 'postmaster.opts', 'standby.signal'])
    await rm(join(cluster, file), { force: true })
  const files = {
    'postgresql.conf': lines.join('\n'),
    'postgresql.auto.conf': '',
    'pg_hba.conf': 'local all all trust\n',
  }
  for (const [name, text] of Object.entries({ ...files, 'pg_ident.conf': '', 'recovery.signal': '' }))
    await writeFile(join(cluster, name), `${text}\n`)
  await chmod(cluster, 0o700)
}

async function giveTo({ uid, gid }: Account, folders: readonly string[]): Promise<void> {
  execFileSync('chown', ['-R', `${uid}:${gid}`, ...folders])
  for (const folder of folders) await chown(folder, uid, gid)
}

interface Place {
  cluster: string
  log: string
}

function start(file: string, { cluster, log, owner }: Place & { owner: Account | undefined }): ChildProcess {
  const output = openSync(log, 'w', 0o600)
  const child = spawn(file, ['-D', cluster], {
    ...{ detached: true, stdio: ['ignore', output, output], env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } },
    ...owner,
  })
  closeSync(output)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}

async function waitUntilReady(
  child: ChildProcess,
  { cluster, log, recovery }: Place & { recovery: Recovery },
): Promise<void> {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  while (child.exitCode === null && child.signalCode === null && !failure) {
    recovery.signal?.throwIfAborted()
    if (readPostmasterFile(cluster)?.isReady) return
    await pause(100)
  }
  throw new StartError(failure?.message ?? reasonOf(readFileSync(log, 'utf8'), recovery))
}

function reasonOf(log: string, { at, base }: Recovery): string {
  if (log.includes('recovery ended before configured recovery target was reached'))
    return `The archived log ends before ${at.toISOString()}. Choose an earlier time, or archive the log: select pg_switch_wal()`
  if (log.includes('before consistent recovery point')) return tooNew(base, at)
  return `PostgreSQL could not recover ${base}: ${/(?:FATAL|PANIC): +(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1)}`
}
