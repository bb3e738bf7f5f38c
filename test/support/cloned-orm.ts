import type { MikroORM } from '@mikro-orm/postgresql'
import { openDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase } from './postgres.ts'

/** Opens an ORM on a clone of the migrated database. Disposal closes the ORM and drops the clone. */
export async function openClone(): Promise<{ orm: MikroORM; url: string } & AsyncDisposable> {
  const ending = new AsyncDisposableStack()
  const database = ending.use(await cloneDatabase())
  const orm = await openDatabase(database.url)
  ending.defer(() => orm.close())
  return { orm, url: database.url, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}
