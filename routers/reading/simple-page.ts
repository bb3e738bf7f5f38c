import type { EntityManager } from '@mikro-orm/postgresql'
import { isSoftDeletable, primaryKeyName } from '#database/read/entity-metadata.ts'
import { isComputed, type RowSearch, type Sorting } from '#database/read/find-keys.ts'
import type { Page } from '#database/read/read-trees.ts'
import { batch } from '#database/statement.ts'
import { FIRST_ROWS, isAmongFirst, pageCountSql, type Span } from '#entities/platform/page-span/page-span.ts'
import { storedCountSql } from '#entities/platform/row-count/row-count.ts'
import { isUnconditional, storedCountOf } from './count-rows.ts'
import type { FoundKeys } from './search-keys.ts'

interface PageSearch {
  search: RowSearch
  sorting: Sorting
}

interface SimpleSpan extends Span {
  isCounted: boolean
}

/**
 * Returns the SQL of a page without conditions, ordered by a column of the table. Returns undefined for other pages,
 * whose SQL MikroORM writes. To write it takes longer than PostgreSQL needs for a small page.
 */
export function simplePage(
  em: EntityManager,
  { search, sorting }: PageSearch,
  { limit, offset, isCounted }: SimpleSpan,
): Page | undefined {
  const meta = em.getMetadata().get(search.entity)
  const hasOwnFilter = Object.keys(meta.filters ?? {}).some((name) => name !== 'alive')
  if (!isUnconditional(search) || hasOwnFilter || sorting.path.length > 1 || isComputed(sorting)) return undefined
  const key = primaryKeyName(meta)
  const hidesDeleted = isSoftDeletable(meta) && Object.keys(search.filters).length === 0
  const rows = `from "${meta.tableName}"${hidesDeleted ? ' where deleted_at is null' : ''}`
  const { column, direction } = sorting
  const sorted = `select "${key}" as key ${rows} order by "${column.name}" ${direction}, "${key}" ${direction}`
  const stored = storedCountOf(em, search)
  const count = stored ? storedCountSql(`'${stored}'`) : `select count(*) ${rows}`
  const first = isAmongFirst({ limit, offset }) ? `select key from (${sorted} limit ${FIRST_ROWS}) first` : sorted
  return {
    keys: `${first} limit $1::bigint offset $2::bigint`,
    count: isCounted ? pageCountSql(count) : 'select 0',
    parameters: [limit, offset],
  }
}

/** Finds the keys and the count without the rows. */
export async function findSimplePage(em: EntityManager, { keys, count, parameters }: Page): Promise<FoundKeys> {
  const sql = `with page as (${keys}) select array(select key::text from page) as keys, (${count})::integer as count`
  const [[found]] = await batch<[FoundKeys]>(em, { sql, parameters })
  return found ?? { keys: [], count: 0 }
}
