import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, lstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '#server/base/start-error.ts'
import { readPostmasterFile } from '#server/database/postmaster.ts'
import { type Account, unprivilegedAccount } from '#server/database/unprivileged.ts'
import { environmentWithoutDatabase } from './environment-without-database.ts'
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
  const postgres = await findPostgresTool('postgres', major, programs)
  if (postgres.major !== major)
    throw new StartError(
      `${base} is of PostgreSQL ${major}. Install its server programs, or name their folder in POSTGRES_BIN.`,
    )
  await assertOlder(recovery, dirname(postgres.file), major)
  await using resources = new AsyncDisposableStack()
  const folder = await temporaryFolder(scratch, resources)
  // The path of a socket has at most 107 characters.
  const socket = await temporaryFolder(tmpdir(), resources)
  const cluster = join(folder, 'cluster')
  await copyFolder(resolve(base), cluster, recovery.signal)
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
      const session = [`--host=${socket}`, `--port=${PORT}`, `--username=${role}`, `--dbname=${database}`]
      const contents = ['--format=custom', '--no-publications', '--no-subscriptions']
      const { signal } = recovery
      const env = environmentWithoutDatabase()
      await runProgram(program, [...session, ...contents, `--file=${file}`], { env, signal })
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

const copyFolder = (from: string, to: string, signal: AbortSignal | undefined): Promise<void> =>
  cp(from, to, {
    ...{ recursive: true, verbatimSymlinks: true, preserveTimestamps: true },
    filter() {
      signal?.throwIfAborted()
      return true
    },
  })

/**
 * PostgreSQL would stop at the end of the backup, without an error. The times of `backup_label` are in the zone of the server, whose
 * abbreviation is ambiguous. A backup ends after its last checkpoint.
 */
async function assertOlder({ base, at }: Recovery, programs: string, major: number): Promise<void> {
  const { file } = await findPostgresTool('pg_controldata', major, programs)
  const { stdout } = await promisify(execFile)(file, ['-D', base], { env: { LC_ALL: 'C', TZ: 'UTC' } })
  const checkpoint = Date.parse(`${/^Time of latest checkpoint: +(.+)$/m.exec(stdout)?.[1]} UTC`)
  if (!(checkpoint <= at.getTime())) throw new StartError(tooNew(base, at))
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

/** Names the file of the socket. */
const PORT = '5432'

/** No setting of the backup stays, so that the copy archives and replicates nothing. */
async function configure(cluster: string, socket: string, { restoreCommand, at }: Recovery): Promise<void> {
  const settings = {
    ...{ listen_addresses: '', port: PORT, unix_socket_directories: socket, unix_socket_permissions: '0700' },
    ...{ hba_file: join(cluster, 'pg_hba.conf'), ident_file: join(cluster, 'pg_ident.conf') },
    ...{
      restore_command: restoreCommand,
      recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    },
    // With it, PostgreSQL would need the limits of the running server.
    hot_standby: 'off',
    // A subscription of any database would take changes from its publisher.
    max_logical_replication_workers: '0',
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
  // The restore command can need variables, such as the key of a bucket.
  const env = { ...environmentWithoutDatabase(), LC_ALL: 'C', TZ: 'UTC' }
  const child = spawn(file, ['-D', cluster], { detached: true, stdio: ['ignore', output, output], env, ...owner })
  closeSync(output)
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // Ends also a restore command that hangs. The data needs no checkpoint.
  child.kill('SIGQUIT')
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
    return `The archived log ends before ${at.toISOString()}${complaintOf(log)}. Choose an earlier time, or archive the log: select pg_switch_wal()`
  if (log.includes('before consistent recovery point')) return tooNew(base, at)
  return `PostgreSQL could not recover ${base}: ${/(?:FATAL|PANIC): +(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1)}`
}

/** The last line of the restore command, such as that a file is missing or may not be read. */
function complaintOf(log: string): string {
  const line = log.split('\n').findLast((one) => one !== '' && !/^(\d{4}-|\s)/.test(one))
  return line === undefined ? '' : ` (${line})`
}
