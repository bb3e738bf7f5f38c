import type { AnyEntity, EntityClass, EntityManager, FilterOptions, QueryBuilder } from '@mikro-orm/postgresql'
import { LRUCache } from 'lru-cache'
import { batch } from '../statement.ts'
import { primaryKeyName } from './entity-metadata.ts'

export type Condition = Record<string, unknown>

/** The rows of an entity that meet all conditions. Undefined conditions are ignored. */
export interface RowSearch {
  entity: EntityClass<AnyEntity>
  where: readonly (Condition | undefined)[]
  filters: FilterOptions
}

interface PageSpan {
  orderBy?: object[]
  limit?: number
  offset?: number
}

/** Returns the primary keys of a page, in order. Does not see unflushed changes. */
export async function findKeys(em: EntityManager, search: RowSearch, span: PageSpan): Promise<string[]> {
  const key = primaryKeyName(em.getMetadata().get(search.entity))
  const sql = await cachedText(search, span, async () => {
    const { orderBy = [], limit, offset } = span
    const query = searchQuery(em, search).select(key).orderBy(orderBy).limit(limit, offset)
    const text = (await withEntityFilters(em, query, search)).getFormattedQuery()
    return `select coalesce(array_agg("${key}"), '{}')::text[] as keys from (${text}) found`
  })
  const [[found]] = await batch<[{ keys: string[] }]>(em, { sql, parameters: [] })
  // A sort by a to-many relation returns a row once for each related row.
  return [...new Set(found?.keys)]
}

export async function countRows(em: EntityManager, search: RowSearch): Promise<number> {
  const query = () => withEntityFilters(em, searchQuery(em, search), search)
  if (!isUnconditional(search)) return (await query()).getCount()
  const sql = await cachedText(search, 'count', async () => (await query()).count().getFormattedQuery())
  const [[counted]] = await batch<[{ count: string }]>(em, { sql, parameters: [] })
  return Number(counted?.count)
}

export const isUnconditional = ({ where }: RowSearch): boolean => where.every((condition) => condition === undefined)

const searchQuery = (em: EntityManager, { entity, where }: RowSearch) =>
  em.createQueryBuilder(entity).where({ $and: where.filter((condition) => condition !== undefined) })

async function withEntityFilters<Query extends Pick<QueryBuilder, 'applyFilters' | 'applyJoinedFilters'>>(
  em: EntityManager,
  query: Query,
  { filters }: RowSearch,
): Promise<Query> {
  await query.applyFilters(filters)
  await query.applyJoinedFilters(em, filters)
  return query
}

/**
 * The SQL of searches without conditions, by entity. MikroORM takes longer to write it than PostgreSQL takes to run
 * it.
 */
const textCaches = new WeakMap<object, LRUCache<string, string>>()
const MAX_CACHED_TEXTS = 30

async function cachedText(search: RowSearch, what: PageSpan | 'count', write: () => Promise<string>): Promise<string> {
  if (!isUnconditional(search)) return write()
  const cache = textCaches.get(search.entity) ?? new LRUCache<string, string>({ max: MAX_CACHED_TEXTS })
  textCaches.set(search.entity, cache)
  const key = JSON.stringify([search.filters, what])
  const text = cache.get(key) ?? (await write())
  cache.set(key, text)
  return text
}
