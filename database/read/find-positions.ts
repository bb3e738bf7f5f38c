import { type EntityManager, type EntityMetadata, raw } from '@mikro-orm/postgresql'
import { batch } from '../statement.ts'
import { primaryKeyName } from './entity-metadata.ts'
import {
  allOf,
  type Condition,
  nest,
  orderBySorting,
  orderedByValues,
  type RowSearch,
  type Sorting,
  searchQuery,
} from './find-keys.ts'

export interface Position {
  value: string | number | boolean | Date | null
  key: string
}

interface PositionSpan {
  sorting: Sorting
  last?: Position | undefined
  limit: number
  offset?: number
}

/** Returns the positions of a page, in order. With an index on the column, PostgreSQL reads no row before the page. */
export async function findPositions(
  em: EntityManager,
  search: RowSearch,
  { sorting, last, limit, offset = 0 }: PositionSpan,
): Promise<Position[]> {
  if (sorting.values) return findByValues(em, search, { sorting, last, limit, offset })
  const { entity, where, filters } = search
  const key = primaryKeyName(em.getMetadata().get(entity))
  const { path } = sorting
  const found: Position[] = []
  for (const range of last ? rangesAfter(sorting, key, last) : [undefined]) {
    if (found.length === limit) break
    const rows: object[] = await em.find(entity, allOf([...where, range]), {
      fields: fieldPaths(key, path.join('.')),
      ...(path.length > 1 ? { populate: fieldPaths(path.slice(0, -1).join('.')) } : {}),
      orderBy: orderBySorting(sorting, key),
      limit: limit - found.length,
      offset,
      filters,
      disableIdentityMap: true,
    })
    found.push(...rows.map((row) => ({ key: String(valueAt(row, [key])), value: valueAt(row, path) })))
  }
  return sorting.expression ? readValues(em, em.getMetadata().get(entity), { sorting, found }) : found
}

async function findByValues(
  em: EntityManager,
  search: RowSearch,
  { sorting, last, limit, offset }: PositionSpan,
): Promise<Position[]> {
  const key = primaryKeyName(em.getMetadata().get(search.entity))
  const found = (await searchQuery(em, search)).select(key).getFormattedQuery()
  const after = last && `(ordered.value, ordered.key) ${sorting.direction === 'asc' ? '>' : '<'} ($1::text, $2::text)`
  const [rows] = await batch<[Position]>(em, {
    sql: `select ordered.key, ordered.value ${orderedByValues(found, { key, sorting, after })} limit ${limit} offset ${offset}`,
    parameters: last ? [last.value, last.key] : [],
  })
  return rows
}

/** The positions with the values of the expression instead of those of the column. */
async function readValues(
  em: EntityManager,
  meta: EntityMetadata,
  { sorting: { expression }, found }: { sorting: Sorting; found: readonly Position[] },
): Promise<Position[]> {
  const key = primaryKeyName(meta)
  const sql = `select t."${key}" as key, ${expression?.('t')} as value from "${meta.tableName}" t where t."${key}" = any($1::text[])`
  const [rows] = await batch<[Position]>(em, { sql, parameters: [found.map((one) => one.key)] })
  const values = new Map(rows.map((row) => [row.key, row.value]))
  return found.map((one) => ({ key: one.key, value: values.get(one.key) ?? null }))
}

/** The path as text: the types of MikroORM need the entity type, which is not known here. */
const fieldPaths = (...paths: readonly string[]) => paths as readonly '*'[]

const valueAt = (row: object, path: readonly string[]): Position['value'] =>
  path.reduce((value: ReturnType<typeof Reflect.get>, name) => value && Reflect.get(value, name), row) ?? null

/** Returns the rows after a row as consecutive ranges of the index. PostgreSQL sorts null as the largest value. */
function rangesAfter({ path, column, direction, expression }: Sorting, key: string, last: Position): Condition[] {
  const [operator, comparison] = direction === 'asc' ? ['>', '$gt'] : ['<', '$lt']
  const isJoined = path.length > 1
  const valueSql = expression ?? ((alias: string) => `${alias}."${column.name}"`)
  const isEmpty = nest(path, null)
  const nextKey = { [key]: { [comparison]: last.key } }
  if (!isJoined && column.name === key) return [nextKey]
  if (last.value === null) {
    const ties = { ...isEmpty, ...nextKey }
    return direction === 'asc' ? [ties] : [ties, nest(path, { $ne: null })]
  }
  const after = isJoined
    ? { $or: [nest(path, { [comparison]: last.value }), { $and: [nest(path, last.value), nextKey] }] }
    : { [rowComparison([valueSql, key], operator, [last.value, last.key])]: [] }
  return direction === 'asc' && (isJoined || column.nullable) ? [after, isEmpty] : [after]
}

/** Compares a row value, because PostgreSQL can start an index scan there. */
const rowComparison = ([valueSql, key]: [(alias: string) => string, string], operator: string, values: unknown[]) =>
  raw((alias) => `(${valueSql(alias)}, ${alias}."${key}") ${operator} (?, ?)`, values)
