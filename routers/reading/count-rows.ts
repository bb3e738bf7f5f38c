import type { EntityManager } from '@mikro-orm/postgresql'
import { isSoftDeletable } from '#database/read/entity-metadata.ts'
import { countRows, isUnconditional, type RowSearch } from '#database/read/find-keys.ts'
import { COUNTED_TABLES, readRowCount } from '#entities/platform/row-count/row-count.ts'

/** Returns the number of rows. The database stores the number of all rows of large tables. */
export function countListRows(em: EntityManager, search: RowSearch): Promise<number> {
  const meta = em.getMetadata().get(search.entity)
  const isUnfiltered = !isSoftDeletable(meta) || Object.keys(search.filters).length === 0
  const isStored = isUnconditional(search) && isUnfiltered && COUNTED_TABLES.includes(meta.tableName)
  return isStored ? readRowCount(em, meta.tableName) : countRows(em, search)
}
