import {
  type AnyEntity,
  type EntityClass,
  type EntityManager,
  type EntityProperty,
  type FilterOptions,
  raw,
} from '@mikro-orm/postgresql'
import { batch } from '../statement.ts'
import { primaryKeyName } from './entity-metadata.ts'

export type Condition = Record<string, unknown>

export interface RowSearch {
  entity: EntityClass<AnyEntity>
  /** A row must meet all conditions. Undefined conditions are ignored. */
  where: readonly (Condition | undefined)[]
  filters: FilterOptions
}

export interface Sorting {
  /** The names of the relations that lead to the column, and the name of the column. */
  path: readonly string[]
  column: EntityProperty
  direction: 'asc' | 'desc'
  /** Sorts by this expression for the row of a table alias instead of by the column. */
  expression?: ((alias: string) => string) | undefined
  /** Sorts by the `value` of this query, which has a row for the `key` of each row. An index of its table can have this order. */
  values?: string | undefined
  /** Whether few rows match, so that PostgreSQL looks up the `value` of each and does not follow the index in this order. */
  isOfFew?: boolean | undefined
  /** The language of the sorted texts. */
  language?: string | undefined
}

export interface PageSpan {
  sorting?: Sorting
  limit?: number
  offset?: number
}

/** Returns the primary keys of a page, in order. Does not see unflushed changes. */
export async function findKeys(em: EntityManager, search: RowSearch, span: PageSpan): Promise<string[]> {
  const key = primaryKeyName(em.getMetadata().get(search.entity))
  const text = await keysSql(em, search, span)
  const sql = `select coalesce(array_agg("${key}"), '{}')::text[] as keys from (${text}) found`
  const [[found]] = await batch<[{ keys: string[] }]>(em, { sql, parameters: [] })
  // A condition on related rows can return a row several times.
  return [...new Set(found?.keys)]
}

/** Returns the SQL of the primary keys of a page, in order. */
export async function keysSql(
  em: EntityManager,
  search: RowSearch,
  { sorting, limit, offset }: PageSpan,
): Promise<string> {
  const key = primaryKeyName(em.getMetadata().get(search.entity))
  if (sorting?.values) {
    const found = (await searchQuery(em, search)).select(key).getFormattedQuery()
    return `select ordered.key as "${key}" ${orderedByValues(found, { key, sorting })}${limit === undefined ? '' : ` limit ${limit}`} offset ${offset ?? 0}`
  }
  const query = await searchQuery(em, search, sorting ? orderBySorting(sorting, key) : [])
  return query.select(key).limit(limit, offset).getFormattedQuery()
}

interface OrderedRows {
  key: string
  sorting: Sorting
  /** A condition for the rows `ordered`. */
  after?: string | undefined
}

/** Joins the rows with the values that they are sorted by. */
export function orderedByValues(found: string, { key, sorting, after = 'true' }: OrderedRows): string {
  const { values, direction, isOfFew } = sorting
  // From an array PostgreSQL expects ten rows, so it reads each by its key.
  const rows = isOfFew
    ? `from (${values}) ordered where ordered.key = any(array(${found})) and ${after}`
    : `from (${found}) found join (${values}) ordered on ordered.key = found."${key}" where ${after}`
  return `${rows} order by ordered.value ${direction}, ordered.key ${direction}`
}

export const isComputed = ({ expression, values }: Sorting): boolean => expression !== undefined || values !== undefined

export const countRows = async (em: EntityManager, search: RowSearch): Promise<number> =>
  (await searchQuery(em, search)).getCount()

export const allOf = (where: readonly (Condition | undefined)[]): Condition => ({
  $and: where.filter((condition) => condition !== undefined),
})

export const orderBySorting = ({ path, direction, expression }: Sorting, key: string): object[] => [
  expression ? { [raw(expression)]: direction } : nest(path, direction),
  { [key]: direction },
]

export const nest = (path: readonly string[], value: unknown): Condition =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Condition

export async function searchQuery(em: EntityManager, { entity, where, filters }: RowSearch, order: object[] = []) {
  const query = em.createQueryBuilder(entity).where(allOf(where)).orderBy(order)
  await query.applyFilters(filters)
  await query.applyJoinedFilters(em, filters)
  return query
}
