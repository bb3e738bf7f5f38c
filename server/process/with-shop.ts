import type { MikroORM } from '@mikro-orm/postgresql'
import { destination } from 'pino'
import type { AnyShop } from '#routers/shop-router.ts'
import { useDatabaseServer } from '#server/database/connect.ts'
import { operationsOf } from '#server/operations/job-operations.ts'
import type { As } from '#server/plugin/operations.ts'
import type { ComposedShop, OpenedShop, Shop, ShopProcedures } from '#server/process/define-shop.ts'
import { readShop } from '#server/process/read-shop.ts'
import { openFileStore } from '#server/providers/files.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { environmentOfCommand } from './environment-of-command.ts'

export type CommandShop = ComposedShop & { orm: MikroORM }

export type WithShop = (work: (shop: CommandShop) => Promise<void>) => Promise<void>

/** Returns a function that migrates the database of the shop and runs work on it. `named` is the shop in a directory of many shops. */
export const withShopOf =
  (shop: Shop, named: () => string | undefined = () => undefined): WithShop =>
  async (work) => {
    await using resources = new AsyncDisposableStack()
    await work(await openCommandShop(shop, resources, named()))
  }

async function openCommandShop(shop: Shop, resources: AsyncDisposableStack, named?: string): Promise<CommandShop> {
  const { url, ...composed } = await composeCommandShop(shop, resources, named)
  const { config, parts, logger } = composed
  const orm = await openDatabase(url, config.database, { ...parts, logger })
  resources.defer(() => orm.close())
  await prepareDatabase(orm, { print: console.error, parts })
  return { ...composed, orm }
}

/**
 * Composes the shop of a command, and starts the embedded PostgreSQL unless the shop has another one. `url` is the address of its
 * database. Progress and the log go to stderr, so that stdout has only the result.
 */
export async function composeCommandShop(
  shop: Shop,
  resources: AsyncDisposableStack,
  named: string | undefined,
): Promise<ComposedShop & { url: string }> {
  const env = await environmentOfCommand(shop, named, resources)
  const composed = readShop(shop, { env, logDestination: destination(2) })
  const server = await useDatabaseServer(composed.config, { print: console.error, logger: composed.logger })
  resources.defer(() => server.stop())
  return { ...composed, url: server.url }
}

/** The type parameter names the plugins of the shop. */
export async function openShop<Opened extends AnyShop>(shop: Shop): Promise<OpenedShop<Opened>> {
  await using resources = new AsyncDisposableStack()
  const { config, parts, orm } = await openCommandShop(shop, resources)
  const operations = operationsOf({ orm, config, parts, files: await openFileStore({ config, parts }) })
  const owned = resources.move()
  return {
    em: orm.em.fork(),
    settings: parts.settings,
    as: operations<As<ShopProcedures<Opened>>>(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
