import type { EntityClass, EntityManager, FilterOptions, QueryBuilder } from '@mikro-orm/postgresql'
import { LRUCache } from 'lru-cache'
import { execute } from '#database/statement.ts'
import { COUNTED_TABLES, readRowCount } from '#entities/platform/row-count/row-count.ts'
import { isSoftDeletable, primaryKeyName } from './entity-metadata.ts'
import { PAGE_KEYS_SETTING } from './tree-statement.ts'

/*
 * Which rows meet the conditions of a list, apart from the rows that a procedure changes: nothing is flushed before, and
 * no entity is made of what is found.
 */

export interface RowSearch<Entity extends object> {
  entity: EntityClass<Entity>
  /** All of these must hold; what is undefined is not asked for. */
  where: readonly (object | undefined)[]
  filters: FilterOptions
}

interface PageSpan {
  orderBy?: object[]
  limit?: number
  offset?: number
}

/** Primary keys, or the statement that finds them. */
export type Keys = readonly string[] | KeysQuery

/** Answers the keys in one row, in their order, and says them to the statement of a tree that comes with it. */
export interface KeysQuery {
  sql: string
}

/** The keys of a page; what is sorted by a relation to many is found once for each of those. */
export async function buildKeysQuery<Entity extends object>(
  em: EntityManager,
  search: RowSearch<Entity>,
  span: PageSpan,
): Promise<KeysQuery> {
  const key = primaryKeyName(em.getMetadata().get(search.entity))
  const sql = await cachedQueryText(search, span, async () => {
    const { orderBy = [], limit, offset } = span
    const query = createSearchQuery(em, search).select(key as never)
    query.orderBy(orderBy as never).limit(limit, offset)
    const text = (await applyEntityFilters(em, query, search)).getFormattedQuery()
    return `
      select keys, set_config('${PAGE_KEYS_SETTING}', keys::text, true)
      from (select coalesce(array_agg("${key}"), '{}')::text[] as keys from (${text}) found) page`
  })
  return { sql }
}

/** The keys of a page, in their order. */
export async function findKeys<Entity extends object>(
  em: EntityManager,
  search: RowSearch<Entity>,
  span: PageSpan,
): Promise<string[]> {
  const { sql } = await buildKeysQuery(em, search, span)
  const [found] = await execute<{ keys: string[] }>(em, sql, [])
  return [...new Set(found?.keys)]
}

/** How many rows are found; of all rows of some tables that is known. */
export async function countRows<Entity extends object>(em: EntityManager, search: RowSearch<Entity>): Promise<number> {
  const counting = () => applyEntityFilters(em, createSearchQuery(em, search), search)
  if (!isUnconditional(search)) return (await counting()).getCount()
  const meta = em.getMetadata().get(search.entity)
  const isUnfiltered = !isSoftDeletable(meta) || Object.keys(search.filters).length === 0
  if (isUnfiltered && COUNTED_TABLES.includes(meta.tableName)) return readRowCount(em, meta.tableName)
  const sql = await cachedQueryText(search, 'count', async () => (await counting()).count().getFormattedQuery())
  const [counted] = await execute<{ count: string }>(em, sql, [])
  return Number(counted?.count)
}

const createSearchQuery = <Entity extends object>(em: EntityManager, { entity, where }: RowSearch<Entity>) =>
  em.createQueryBuilder(entity).where({ $and: where.filter((condition) => condition !== undefined) } as never)

async function applyEntityFilters<Query extends Pick<QueryBuilder, 'applyFilters' | 'applyJoinedFilters'>>(
  em: EntityManager,
  query: Query,
  { filters }: RowSearch<object>,
): Promise<Query> {
  await query.applyFilters(filters)
  await query.applyJoinedFilters(em, filters)
  return query
}

const isUnconditional = ({ where }: RowSearch<object>): boolean => where.every((condition) => condition === undefined)

/** By entity, what looks among all rows: most callers see the first page of all, and its text takes long to write. */
const queryTextCaches = new WeakMap<object, LRUCache<string, string>>()
const MAX_CACHED_QUERIES = 30

/** The text of a search, which is written once for all rows. */
async function cachedQueryText(
  search: RowSearch<object>,
  what: PageSpan | 'count',
  write: () => Promise<string>,
): Promise<string> {
  if (!isUnconditional(search)) return write()
  const kept = queryTextCaches.get(search.entity) ?? new LRUCache<string, string>({ max: MAX_CACHED_QUERIES })
  queryTextCaches.set(search.entity, kept)
  const key = JSON.stringify([search.filters, what])
  const text = kept.get(key) ?? (await write())
  kept.set(key, text)
  return text
}
