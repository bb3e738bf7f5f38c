import { join } from 'node:path'
import { Duplicate } from '#entities/errors.ts'
import { StartError } from '#server/base/start-error.ts'
import {
  addressOf,
  createDatabase,
  databaseExists,
  databaseIn,
  dropDatabase,
  firstUrlOf,
  LONGEST_NAME,
  renameDatabase,
  withClient,
} from '#server/database/databases.ts'
import { openRecoveredServer, type Recovery } from './recovered-server.ts'
import { restoreDump } from './restore-backup.ts'
import { isForbidden } from './scratch-database.ts'

export interface RecoveredDatabase extends Recovery {
  /** The address of the damaged database, without a pooler. */
  liveUrl: string
  /** The name of the new database on the same server. */
  name: string
  print: (line: string) => void
}

/** Takes the database of a shop from a base backup at a point in time, as a new database next to the damaged one. Returns its address. */
export async function recoverDatabase({ liveUrl, name, print, ...recovery }: RecoveredDatabase): Promise<string> {
  // The damaged database may be missing.
  const server = serverOf(liveUrl)
  await assertUnused(server, name, 'Rename or drop it, or choose another name: --into')
  await createDatabase(server, name).catch((error) => {
    throw isForbidden(error) ? new StartError(NO_RIGHT, { cause: error }) : error
  })
  const url = addressOf(liveUrl, name)
  try {
    await fillDatabase(url, { liveUrl, name, print, ...recovery })
  } catch (error) {
    await dropDatabase(server, name)
    throw error
  }
  return url
}

const NO_RIGHT = 'The role of the shop may not create databases. Run as a superuser: alter role … createdb'

const serverOf = (url: string): string => addressOf(url, 'postgres')

async function assertUnused(server: string, name: string, wayOut: string): Promise<void> {
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw new StartError(`The name ${name} has more than ${LONGEST_NAME} bytes. ${wayOut}`)
  if (await databaseExists(server, name)) throw new Duplicate(`The database ${name} already exists. ${wayOut}`)
}

async function fillDatabase(url: string, { liveUrl, name, print, ...recovery }: RecoveredDatabase): Promise<void> {
  print(`Recovering ${recovery.base} to ${recovery.at.toISOString()}`)
  await using recovered = await openRecoveredServer(recovery)
  const file = join(recovered.folder, 'shop.dump')
  const database = databaseIn(liveUrl)
  await recovered.dump(database, decodeURIComponent(firstUrlOf(liveUrl).username), file)
  print(`Restoring ${database} as ${name}`)
  await restoreDump(file, url, { programs: recovery.programs, signal: recovery.signal })
  await withClient(url, (client) => client.query('analyze'))
}

/** @throws Duplicate, or StartError if the database does not belong to the shop alone. */
export async function assertSwitchable(liveUrl: string, kept: string): Promise<void> {
  const server = serverOf(liveUrl)
  await assertUnused(server, kept, 'Rename the databases yourself, without --switch')
  if (!(await databaseExists(server, databaseIn(liveUrl)))) return
  const { rows } = await withClient(liveUrl, (client) =>
    client.query<{ schema: string | null }>('select current_schema() as schema'),
  )
  const [{ schema } = { schema: null }] = rows
  if (schema !== null && schema !== 'public')
    throw new StartError(
      `The shop is the schema ${schema} of its database. Other schemas would go back with it, so --switch is refused.`,
    )
}

/**
 * Gives the name of the live database to another one. Ends the sessions of both, so the shop must be paused or stopped. The
 * live database stays, under the name `kept`. It may be missing.
 */
export async function switchDatabases(liveUrl: string, { name, kept }: { name: string; kept: string }): Promise<void> {
  await assertSwitchable(liveUrl, kept)
  const live = databaseIn(liveUrl)
  const server = serverOf(liveUrl)
  const isMissing = !(await databaseExists(server, live))
  await endSessions(server, [live, name])
  if (isMissing) return renameDatabase(server, name, live)
  await renameDatabase(server, live, kept)
  try {
    await renameDatabase(server, name, live)
  } catch (error) {
    await renameDatabase(server, kept, live)
    throw error
  }
}

const endSessions = (server: string, databases: readonly string[]): Promise<unknown> =>
  withClient(server, (client) =>
    client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = any($1::text[])', [
      databases,
    ]),
  )
