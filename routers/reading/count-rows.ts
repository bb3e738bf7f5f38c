import type { EntityManager } from '@mikro-orm/postgresql'
import { isSoftDeletable } from '#database/read/entity-metadata.ts'
import { countRows, type RowSearch } from '#database/read/find-keys.ts'
import { COUNTED_TABLES, readRowCount } from '#entities/platform/row-count/row-count.ts'

/** Returns the number of rows. The database stores the number of all rows of large tables. */
export function countListRows(em: EntityManager, search: RowSearch): Promise<number> {
  const stored = storedCountOf(em, search)
  return stored ? readRowCount(em, stored) : countRows(em, search)
}

export const isUnconditional = ({ where }: RowSearch): boolean => where.every((condition) => condition === undefined)

/** Returns the table of the rows, if the database stores the number of rows that the search finds. */
export function storedCountOf(em: EntityManager, search: RowSearch): string | undefined {
  const meta = em.getMetadata().get(search.entity)
  const isUnfiltered = !isSoftDeletable(meta) || Object.keys(search.filters).length === 0
  return isUnconditional(search) && isUnfiltered ? COUNTED_TABLES.find((table) => table === meta.tableName) : undefined
}
