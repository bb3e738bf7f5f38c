import { existsSync, type Stats } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '#server/base/start-error.ts'
import { withClient } from '#server/database/databases.ts'
import type { BackupSource } from '../settings/backups.ts'
import { environmentWithoutDatabase } from './environment-without-database.ts'
import { credentialsOf, findPostgresTool } from './postgres-tools.ts'
import { runProgram } from './run-program.ts'

export interface FoundBackup {
  name: string
  /** The time of the last change of the files. Unknown if a command restores the backup. */
  writtenAt?: Date
  /** Fills an empty database. @throws StartError */
  restoreInto: (url: string) => Promise<void>
}

interface RestoreOptions {
  /** The name of the database that the backup contains. */
  database: string
  programs?: string | undefined
  signal?: AbortSignal | undefined
}

/** Finds the last backup. @throws StartError if there is none. */
export async function findBackup(source: BackupSource, options: RestoreOptions): Promise<FoundBackup> {
  if ('command' in source)
    return { name: 'BACKUP_COMMAND', restoreInto: (url) => runRestoreCommand(source.command, url, options) }
  const { path, files } = await newestDump(source.dumps)
  return { name: path, writtenAt: files.mtime, restoreInto: (url) => restoreDump(path, url, options) }
}

/** The command gets no address of the live database. */
async function runRestoreCommand(command: string, url: string, { database, signal }: RestoreOptions): Promise<void> {
  const env = { ...environmentWithoutDatabase(), DATABASE_URL: url, LIVE_DATABASE: database }
  await runProgram(command, [], { shell: true, env, signal })
}

interface Dump {
  path: string
  files: Stats
}

/** Returns the dump itself, or the newest dump in the folder. A dump is a file `….dump`, or a folder of `pg_dump --format=directory`. */
async function newestDump(path: string): Promise<Dump> {
  const given = await stat(path).catch(() => undefined)
  if (!given) throw new StartError(`The backup ${path} does not exist. Correct BACKUP_DUMPS.`)
  if (given.isFile() || hasContents(path)) return { path, files: given }
  const dumps: Dump[] = []
  for (const name of await readdir(path)) {
    const file = join(path, name)
    const files = await stat(file).catch(() => undefined)
    if (files && (files.isFile() ? name.endsWith('.dump') : hasContents(file))) dumps.push({ path: file, files })
  }
  const [newest] = dumps.toSorted((a, b) => b.files.mtimeMs - a.files.mtimeMs)
  if (!newest) throw new StartError(`${path} contains no dump. The name of a dump ends with .dump.`)
  return newest
}

const hasContents = (folder: string): boolean => existsSync(join(folder, 'toc.dat'))

/** No option of the dump may reach another server or role. */
const OPTIONS = [
  ...['--exit-on-error', '--no-password', '--no-owner', '--no-privileges'],
  ...['--no-publications', '--no-subscriptions'],
]

export async function restoreDump(
  path: string,
  url: string,
  { programs, signal }: Pick<RestoreOptions, 'programs' | 'signal'> = {},
): Promise<void> {
  await assertDump(path)
  const { file, major } = await findPostgresTool('pg_restore', await majorVersionOf(url), programs)
  const { address, env } = credentialsOf(url)
  try {
    await runProgram(file, [...OPTIONS, `--dbname=${address}`, path], { env, signal })
  } catch (error) {
    if (!/unsupported version/.test((error as Error).message)) throw error
    throw new StartError(
      `${path} was made by a newer PostgreSQL than ${major}. Install its client programs, or name their folder in POSTGRES_BIN.`,
    )
  }
}

async function assertDump(path: string): Promise<void> {
  await using file = await open(hasContents(path) ? join(path, 'toc.dat') : path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(5), 0, 5)
  if (buffer.toString('latin1', 0, bytesRead) === 'PGDMP') return
  throw new StartError(
    `${path} is no dump that pg_restore can read. Make it with: pg_dump --format=custom --file=${path} "$DATABASE_URL"`,
  )
}

const majorVersionOf = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      `select current_setting('server_version_num')::int / 10000 as number`,
    )
    return rows[0]!.number
  })
