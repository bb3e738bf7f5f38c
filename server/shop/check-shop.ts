import type { MikroORM } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { processEnvironment } from '#server/config.ts'
import { useDatabaseServer } from '#server/database/connect.ts'
import { pendingMigrations } from '#server/database/migrators.ts'
import { missingColumns } from '#server/database/missing-columns.ts'
import { openDatabase } from '#server/database/open.ts'
import { StartError } from '#server/process/start-error.ts'
import type { Shop } from './define-shop.ts'
import { readShop } from './read-shop.ts'
import type { ShopParts } from './shop-parts.ts'

/** Returns all problems of the environment, of the plugins and of the database. Changes nothing. */
export async function checkShop(shop: Shop, env = processEnvironment()): Promise<string[]> {
  try {
    const { config, parts } = readShop(shop, env)
    await using resources = new AsyncDisposableStack()
    const database = await useDatabaseServer(config, { print: () => {}, logger: pino({ level: 'silent' }) })
    resources.defer(() => database.stop())
    const orm = await openDatabase(database.url, config.database, parts)
    resources.defer(() => orm.close())
    return await problemsOfDatabase(orm, parts)
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n')
    throw error
  }
}

async function problemsOfDatabase(orm: MikroORM, { migrations }: ShopParts): Promise<string[]> {
  const pending = await pendingMigrations(orm, migrations)
  if (pending.length > 0) return pending.map((name) => `The migration ${name} is pending. Run: npm run migrate`)
  return missingColumns(orm)
}
