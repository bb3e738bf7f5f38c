import type { EntityManager } from '@mikro-orm/postgresql'

/** Until autovacuum analyzes a new table, PostgreSQL plans for an empty one. Then a read of one row can scan all rows. */
export async function analyzeTables(em: EntityManager): Promise<void> {
  await em.execute('analyze')
}
