import type { MikroORM } from '@mikro-orm/postgresql'
import { openTestDatabase } from '#server/testing/open-test-database.ts'
import { cloneDatabase } from './postgres.ts'

/** Opens an ORM on a clone of the migrated database. Disposal closes the ORM and drops the clone. */
export async function openClone(): Promise<{ orm: MikroORM; url: string } & AsyncDisposable> {
  const ending = new AsyncDisposableStack()
  const database = ending.use(await cloneDatabase())
  const orm = await openTestDatabase(database.url)
  ending.defer(() => orm.close())
  return { orm, url: database.url, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}
