import type { EntityClass, EntityManager, FilterOptions, QueryBuilder } from '@mikro-orm/postgresql'
import { LRUCache } from 'lru-cache'
import { COUNTED_TABLES, rowsCounted } from '#entities/row-count.ts'
import { unprepared } from '#entities/statement.ts'
import { isSoftDeleted, primaryKey } from './stored.ts'
import { KEYS_FOUND } from './tree-statement.ts'

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

/** Primary keys, or the statement that finds them. */
export type Keys = readonly string[] | KeysQuery

/** Answers the keys in one row, in their order, and says them to the statement of a tree that comes with it. */
export interface KeysQuery {
  sql: string
}

/** The keys of a page; what is sorted by a relation to many is found once for each of those. */
export async function keysQuery<Entity extends object>(
  em: EntityManager,
  search: Search<Entity>,
  span: Span,
): Promise<KeysQuery> {
  const key = primaryKey(em.getMetadata().get(search.entity))
  const sql = await textOf(search, span, async () => {
    const { orderBy = [], limit, offset } = span
    const query = searching(em, search).select(key as never)
    query.orderBy(orderBy as never).limit(limit, offset)
    const text = (await filtered(em, query, search)).getFormattedQuery()
    return `
      select keys, set_config('${KEYS_FOUND}', keys::text, true)
      from (select coalesce(array_agg("${key}"), '{}')::text[] as keys from (${text}) found) page`
  })
  return { sql }
}

/** How many rows are found; of all rows of some tables that is known. */
export async function countRows<Entity extends object>(em: EntityManager, search: Search<Entity>): Promise<number> {
  const counting = () => filtered(em, searching(em, search), search)
  if (!isForAll(search)) return (await counting()).getCount()
  const meta = em.getMetadata().get(search.entity)
  const isUnfiltered = !isSoftDeleted(meta) || Object.keys(search.filters).length === 0
  if (isUnfiltered && COUNTED_TABLES.includes(meta.tableName)) return rowsCounted(em, meta.tableName)
  const sql = await textOf(search, 'count', async () => (await counting()).count().getFormattedQuery())
  const [counted] = await unprepared<{ count: string }>(em, sql, [])
  return Number(counted?.count)
}

const searching = <Entity extends object>(em: EntityManager, { entity, where }: Search<Entity>) =>
  em.createQueryBuilder(entity).where({ $and: where.filter((condition) => condition !== undefined) } as never)

async function filtered<Query extends Pick<QueryBuilder, 'applyFilters' | 'applyJoinedFilters'>>(
  em: EntityManager,
  query: Query,
  { filters }: Search<object>,
): Promise<Query> {
  await query.applyFilters(filters)
  await query.applyJoinedFilters(em, filters)
  return query
}

const isForAll = ({ where }: Search<object>): boolean => where.every((condition) => condition === undefined)

/** By entity, what looks among all rows: most callers see the first page of all, and its text takes long to write. */
const texts = new WeakMap<object, LRUCache<string, string>>()
const KEPT = 30

/** The text of a search, which is written once for all rows. */
async function textOf(search: Search<object>, what: Span | 'count', write: () => Promise<string>): Promise<string> {
  if (!isForAll(search)) return write()
  const kept = texts.get(search.entity) ?? new LRUCache<string, string>({ max: KEPT })
  texts.set(search.entity, kept)
  const key = JSON.stringify([search.filters, what])
  const text = kept.get(key) ?? (await write())
  kept.set(key, text)
  return text
}
