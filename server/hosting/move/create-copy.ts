import { addressOf, createDatabase, dropDatabase, renameDatabase, withClient } from '#server/database/databases.ts'
import { followEmpty } from './follow-empty.ts'
import { writeState } from './move-state.ts'
import { disconnect } from './replication.ts'
import { openSide, type Place, type Side } from './side.ts'
import { readOnlyStatement } from './switch-sides.ts'
import { migrationsIn, tablesOf } from './tables.ts'

export interface NewCopy {
  source: Side
  target: Place
  /** Runs the migrations of this program in a database. */
  migrate: (url: string) => Promise<void>
}

/**
 * Creates a database that refuses writes and follows the shop. Replaces an earlier copy.
 * @throws InvalidData if this program does not create all tables of the shop.
 */
export async function createCopy({ source, target, migrate }: NewCopy): Promise<Side> {
  const moved = await tablesOf(source)
  const migrations = await migrationsIn(source, moved)
  // A repeated command finds the copy by the state, at any step from here.
  await writeState(source, { migrations, has_switched: false })
  await createReadOnlyDatabase(target, migrate)
  await using opened = new AsyncDisposableStack()
  const copy = opened.use(await openSide(target))
  await followEmpty(source, copy, moved)
  opened.move()
  return copy
}

/** The database refuses writes before it gets the name of the shop, because the processes of the shop look for one that accepts them. */
async function createReadOnlyDatabase({ serverUrl, database }: Place, migrate: NewCopy['migrate']): Promise<void> {
  const draft = `${database.slice(0, 50)}_unfinished`
  await dropDatabase(serverUrl, draft)
  await createDatabase(serverUrl, draft)
  await migrate(addressOf(serverUrl, draft))
  await withClient(serverUrl, (client) => client.query(readOnlyStatement(draft, true)))
  await renameDatabase(serverUrl, draft, database)
}

/** Deletes a copy that does not follow the shop. */
export async function dropCopy(target: Place): Promise<void> {
  {
    await using copy = await openSide(target)
    await disconnect(copy)
  }
  await dropDatabase(target.serverUrl, target.database)
}
