import type { MikroORM } from '@mikro-orm/postgresql'
import { readConfig } from '#server/config.ts'
import { borrowDatabaseServer } from '#server/database/connect.ts'
import { openDatabase, prepareDatabase } from '#server/database/open.ts'

/** Does a command's work on the shop's database, which is up to date by then. Results go to stdout, progress to stderr. */
export async function withShop(work: (orm: MikroORM) => Promise<void>): Promise<void> {
  const say = console.error
  const config = readConfig()
  await using ending = new AsyncDisposableStack()
  const database = await borrowDatabaseServer(config, say)
  ending.defer(() => database.stop())
  const orm = await openDatabase(database.url, config.database)
  ending.defer(() => orm.close())
  await prepareDatabase(orm, { say })
  await work(orm)
}
