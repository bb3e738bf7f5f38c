import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql'
import type { Telemetry } from './telemetry.ts'

/** Has the use of the connections for requests and jobs measured, where anything is. */
export async function observePool(orm: MikroORM, telemetry: Telemetry | undefined): Promise<void> {
  if (!telemetry) return
  const connection = orm.em.getConnection() as PostgreSqlConnection
  telemetry.watchPool(await connection.getNativeClient())
}
