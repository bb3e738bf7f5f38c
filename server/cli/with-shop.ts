import type { MikroORM } from '@mikro-orm/postgresql'
import { destination } from 'pino'
import { readConfig } from '#server/config.ts'
import { useDatabaseServer } from '#server/database/connect.ts'
import { openDatabase, prepareDatabase } from '#server/database/open.ts'
import { openLog } from '#server/operate/log.ts'

/** Migrates the database and runs `work`. Progress goes to stderr, so that stdout contains only the result. */
export async function withShop(work: (orm: MikroORM) => Promise<void>): Promise<void> {
  const print = console.error
  const config = readConfig()
  await using resources = new AsyncDisposableStack()
  const database = await useDatabaseServer(config, { print, logger: openLog(config.logLevel, destination(2)) })
  resources.defer(() => database.stop())
  const orm = await openDatabase(database.url, config.database)
  resources.defer(() => orm.close())
  await prepareDatabase(orm, { print })
  await work(orm)
}
