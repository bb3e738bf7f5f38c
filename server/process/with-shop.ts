import type { MikroORM } from '@mikro-orm/postgresql'
import { destination } from 'pino'
import { useDatabaseServer } from '#server/database/connect.ts'
import type { ComposedShop, Shop } from '#server/process/define-shop.ts'
import { readShop } from '#server/process/read-shop.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'

export type OpenedShop = ComposedShop & { orm: MikroORM }

export type WithShop = (work: (shop: OpenedShop) => Promise<void>) => Promise<void>

/**
 * Returns a function that migrates the database of the shop and runs work on it. Progress goes to stderr, so that stdout
 * has only the result.
 */
export const withShopOf =
  (shop: Shop): WithShop =>
  async (work) => {
    const print = console.error
    const composed = readShop(shop, { logDestination: destination(2) })
    const { config, parts, logger } = composed
    await using resources = new AsyncDisposableStack()
    const database = await useDatabaseServer(config, { print, logger })
    resources.defer(() => database.stop())
    const orm = await openDatabase(database.url, config.database, { ...parts, logger })
    resources.defer(() => orm.close())
    await prepareDatabase(orm, { print, parts })
    await work({ ...composed, orm })
  }
