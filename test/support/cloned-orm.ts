import type { MikroORM } from '@mikro-orm/postgresql'
import { openDatabase } from '#server/database/open.ts'
import { cloneDatabase } from './postgres.ts'

/** An ORM on a migrated database of its own, which goes away with it. */
export async function openClone(): Promise<{ orm: MikroORM; url: string } & AsyncDisposable> {
  const ending = new AsyncDisposableStack()
  const database = ending.use(await cloneDatabase())
  const orm = await openDatabase(database.url)
  ending.defer(() => orm.close())
  return { orm, url: database.url, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}
