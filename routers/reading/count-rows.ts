import type { EntityManager } from '@mikro-orm/postgresql'
import { isSoftDeletable } from '#database/read/entity-metadata.ts'
import { countRows, isUnconditional, type RowSearch } from '#database/read/find-keys.ts'
import { COUNTED_TABLES, readRowCount } from '#entities/platform/row-count/row-count.ts'

/** Counts the rows. For all rows of a large table, the database stores the number. */
export function countListRows(em: EntityManager, search: RowSearch): Promise<number> {
  const meta = em.getMetadata().get(search.entity)
  const isUnfiltered = !isSoftDeletable(meta) || Object.keys(search.filters).length === 0
  const isStored = isUnconditional(search) && isUnfiltered && COUNTED_TABLES.includes(meta.tableName)
  return isStored ? readRowCount(em, meta.tableName) : countRows(em, search)
}
