import { seedDemoShop } from '#server/database/demo-shop.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'
import { cloneDatabase } from './database.ts'
import { addAdministrator } from './template.ts'
import { useTestPostgres } from './test-postgres.ts'

export interface PreparedDatabase {
  name: string
  token: string
}

const prepared = new WeakMap<Shop, Promise<PreparedDatabase>>()

/** Returns a database with the tables of the shop, the demo data and an administrator. */
export function preparedDatabase(shop: Shop, parts: ShopParts): Promise<PreparedDatabase> {
  const known = prepared.get(shop) ?? prepare(parts)
  prepared.set(shop, known)
  return known
}

async function prepare(parts: ShopParts): Promise<PreparedDatabase> {
  const { name, url } = await cloneDatabase(await useTestPostgres(), { isTemplate: true })
  const orm = await openDatabase(url, {}, parts)
  await prepareDatabase(orm, { print: () => {}, parts })
  await seedDemoShop(orm)
  const token = await addAdministrator(orm)
  await orm.close()
  return { name, token }
}
