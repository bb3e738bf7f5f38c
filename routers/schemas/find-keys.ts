import type { EntityClass, EntityManager, FilterOptions } from '@mikro-orm/postgresql'
import { primaryKey } from './stored.ts'

/*
 * Which rows meet the conditions of a list, apart from the rows that a procedure changes: nothing is flushed before, and
 * no entity is made of what is found.
 */

export interface Search<Entity extends object> {
  entity: EntityClass<Entity>
  /** All of these must hold; what is undefined is not asked for. */
  where: readonly (object | undefined)[]
  filters: FilterOptions
}

interface Span {
  orderBy?: object[]
  limit?: number
  offset?: number
}

/** The primary keys of the rows that are found, in their order. */
export async function findKeys<Entity extends object>(
  em: EntityManager,
  search: Search<Entity>,
  { orderBy = [], limit, offset }: Span,
): Promise<string[]> {
  const key = primaryKey(em.getMetadata().get(search.entity))
  const query = searching(em, search).select(key as never)
  query.orderBy(orderBy as never).limit(limit, offset)
  await query.applyFilters(search.filters)
  await query.applyJoinedFilters(em, search.filters)
  const found: Record<string, string>[] = await query.execute('all', false)
  // What is sorted by a relation to many is found once for each of those.
  return [...new Set(found.map((row) => row[key] as string))]
}

/** How many rows are found. */
export async function countRows<Entity extends object>(em: EntityManager, search: Search<Entity>): Promise<number> {
  const query = searching(em, search)
  await query.applyFilters(search.filters)
  await query.applyJoinedFilters(em, search.filters)
  return query.getCount()
}

const searching = <Entity extends object>(em: EntityManager, { entity, where }: Search<Entity>) =>
  em.createQueryBuilder(entity).where({ $and: where.filter((condition) => condition !== undefined) } as never)
