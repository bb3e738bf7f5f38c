import type { EntityClass, EntityManager, FilterOptions } from '@mikro-orm/postgresql'
import { LRUCache } from 'lru-cache'
import { unprepared } from '#entities/statement.ts'
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
  span: Span,
): Promise<string[]> {
  const key = primaryKey(em.getMetadata().get(search.entity))
  const { orderBy = [], limit, offset } = span
  const write = async () => {
    const query = searching(em, search).select(key as never)
    query.orderBy(orderBy as never).limit(limit, offset)
    await applyFilters(em, query, search)
    return query.getFormattedQuery()
  }
  const sql = isForAll(search) ? await textForAll(search, span, write) : await write()
  const found = await unprepared<Record<string, string>>(em, sql, [])
  // What is sorted by a relation to many is found once for each of those.
  return [...new Set(found.map((row) => row[key] as string))]
}

/** How many rows are found. */
export async function countRows<Entity extends object>(em: EntityManager, search: Search<Entity>): Promise<number> {
  const query = async () => {
    const counting = searching(em, search)
    await applyFilters(em, counting, search)
    return counting
  }
  if (!isForAll(search)) return (await query()).getCount()
  const sql = await textForAll(search, 'count', async () => (await query()).count().getFormattedQuery())
  const [counted] = await unprepared<{ count: string }>(em, sql, [])
  return Number(counted?.count)
}

const searching = <Entity extends object>(em: EntityManager, { entity, where }: Search<Entity>) =>
  em.createQueryBuilder(entity).where({ $and: where.filter((condition) => condition !== undefined) } as never)

async function applyFilters<Entity extends object>(
  em: EntityManager,
  query: ReturnType<typeof searching<Entity>>,
  { filters }: Search<Entity>,
): Promise<void> {
  await query.applyFilters(filters)
  await query.applyJoinedFilters(em, filters)
}

const isForAll = ({ where }: Search<object>): boolean => where.every((condition) => condition === undefined)

/** By entity, the texts of what is looked for among all rows: most callers see the first page of all, and it takes long to write. */
const texts = new WeakMap<object, LRUCache<string, string>>()
const KEPT = 30

async function textForAll({ entity, filters }: Search<object>, what: Span | 'count', write: () => Promise<string>) {
  const ofEntity = texts.get(entity) ?? new LRUCache<string, string>({ max: KEPT })
  texts.set(entity, ofEntity)
  const key = JSON.stringify([filters, what])
  const text = ofEntity.get(key) ?? (await write())
  ofEntity.set(key, text)
  return text
}
