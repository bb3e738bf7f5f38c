import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { sourceTablesOf } from '#database/changed-tables.ts'
import { type RowSearch, searchQuery } from '#database/read/find-keys.ts'
import { protectorOf } from './protected-resources.ts'
import { assertMayRead, limitedViewer, mayRead } from './reach.ts'

/* A caller finds rows only by rows that it may read. Otherwise a filter would answer questions about hidden rows. */

/**
 * Whether the caller may find rows of an entity by related rows. A search leaves out other related rows, because it compares
 * many columns with one text.
 */
export function mayFindBy(entity: EntityClass<object>, related: EntityClass<object>): boolean {
  const viewer = limitedViewer()
  const resource = viewer && protectorOf(entity, related)
  return !viewer || resource === undefined || mayRead(viewer, resource)
}

/**
 * Checks the tables of all conditions, also those of handwritten SQL.
 * @throws Forbidden if the caller may not read the rows of one of them.
 */
export async function assertMayFindBy(em: EntityManager, search: RowSearch): Promise<void> {
  const viewer = limitedViewer()
  if (!viewer || search.where.every((condition) => condition === undefined)) return
  const tables = new Set(sourceTablesOf((await searchQuery(em, search)).getQuery()))
  const metadata = em.getMetadata()
  tables.delete(metadata.get(search.entity).tableName)
  const related = [...metadata.getAll().values()].filter(({ tableName }) => tables.has(tableName))
  assertMayRead(
    viewer,
    related.flatMap(({ class: entity }) => protectorOf(search.entity, entity) ?? []),
  )
}
