import { join } from 'node:path'
import { Duplicate } from '#entities/errors.ts'
import {
  addressOf,
  createDatabase,
  databaseExists,
  dropDatabase,
  renameDatabase,
  withClient,
} from '#server/database/databases.ts'
import { openRecoveredServer, type Recovery } from './recovered-server.ts'
import { restoreDump } from './restore-backup.ts'

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
  const server = addressOf(liveUrl, 'postgres')
  if (await databaseExists(server, name))
    throw new Duplicate(`The database ${name} already exists. Rename or drop it, or choose another name: --into`)
  const url = addressOf(liveUrl, name)
  print(`Recovering ${recovery.base} to ${recovery.at.toISOString()}`)
  await using recovered = await openRecoveredServer(recovery)
  const { username, pathname } = new URL(liveUrl.replace(/,[^/]*/, ''))
  const file = join(recovered.folder, 'shop.dump')
  const database = decodeURIComponent(pathname.slice(1))
  await recovered.dump(database, decodeURIComponent(username), file)
  print(`Restoring ${database} as ${name}`)
  await createDatabase(server, name)
  try {
    await restoreDump(file, url, { programs: recovery.programs, signal: recovery.signal })
    await withClient(url, (client) => client.query('analyze'))
  } catch (error) {
    await dropDatabase(server, name)
    throw error
  }
  return url
}

/**
 * Gives the name of the live database to another one. Ends the sessions of both, so the shop must be paused or stopped. The
 * live database stays, under the name `kept`.
 */
export async function switchDatabases(liveUrl: string, { name, kept }: { name: string; kept: string }): Promise<void> {
  const live = decodeURIComponent(new URL(liveUrl.replace(/,[^/]*/, '')).pathname.slice(1))
  const server = addressOf(liveUrl, 'postgres')
  if (await databaseExists(server, kept))
    throw new Duplicate(`The database ${kept} already exists. Rename or drop it first.`)
  await endSessions(server, [live, name])
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
