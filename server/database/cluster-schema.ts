import type { MikroORM } from '@mikro-orm/postgresql'
import { followSchema } from '#database/hosts/database-client.ts'
import { databaseUrlOf, directUrlOf } from './direct-url.ts'
import { dialectOf } from './orm-options.ts'
import { schemaOf } from './shop-schema.ts'

/** The ORM uses a Citus cluster. Its connections go to the node that holds the schema of the shop. */
export function followShop(orm: MikroORM): void {
  clusterShops.add(orm)
  const { name } = schemaOf(orm)
  for (const url of [databaseUrlOf(orm), directUrlOf(orm)]) followSchema(url, name)
}

/** In a Citus cluster, runs `work` on the coordinator, the only node that changes a schema. */
export async function onCoordinator(orm: MikroORM, work: () => Promise<void>): Promise<void> {
  if (!isInCluster(orm)) return work()
  for (const url of [databaseUrlOf(orm), directUrlOf(orm)]) followSchema(url, undefined)
  await dialectOf(orm).pool.closeIdle()
  try {
    await work()
  } finally {
    followShop(orm)
    await dialectOf(orm).pool.closeIdle()
  }
}

/** A cluster moves a schema by logical replication, which needs the log. */
export async function logAllTables(orm: MikroORM): Promise<void> {
  if (!isInCluster(orm)) return
  const connection = orm.em.getConnection()
  const tables = await connection.execute<{ name: string }[]>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'u'`,
  )
  for (const { name } of tables) await connection.execute(`alter table ${name} set logged`)
}

export const isInCluster = (orm: MikroORM): boolean => clusterShops.has(orm)

const clusterShops = new WeakSet<MikroORM>()
