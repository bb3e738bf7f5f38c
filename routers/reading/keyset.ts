import {
  type EntityClass,
  type EntityManager,
  type EntityMetadata,
  type EntityProperty,
  type FilterOptions,
  raw,
} from '@mikro-orm/postgresql'
import type { Condition } from './conditions.ts'
import { orderedBy, type Sorting } from './sorting.ts'

/*
 * Rows behind a row, in an order that is total: that of a column, then that of the primary keys. Whatever comes before
 * is not looked at, so that the last page costs no more than the first where the column has an index.
 */

export type SortValue = string | number | boolean | Date | null

/** Where a row stands. */
export interface Position {
  value: SortValue
  key: string
}

interface PositionQuery {
  where: readonly (object | undefined)[]
  sorting: Sorting
  /** The row that they come behind; undefined for the first. */
  last?: Position | undefined
  limit: number
  offset?: number
  filters?: FilterOptions | undefined
}

/** Where the next rows stand, in their order. */
export async function findPositions<Entity extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  { where, sorting, last, limit, offset = 0, filters = {} }: PositionQuery,
): Promise<Position[]> {
  const key = primaryKeyProperty(em.getMetadata().get(entity))
  const conditions = where.filter((condition) => condition !== undefined)
  const path = sorting.path.map(({ name }) => name)
  const found: Position[] = []
  for (const span of rangesAfter(sorting, key, last)) {
    if (found.length === limit) break
    const rows = await em.find(
      entity,
      { $and: [...conditions, ...(span ? [span] : [])] } as never,
      {
        fields: [key.name, [...path, sorting.column.name].join('.')],
        ...(path.length > 0 ? { populate: [path.join('.')] } : {}),
        orderBy: toOrderBy(sorting, key),
        limit: limit - found.length,
        offset,
        filters,
        disableIdentityMap: true,
      } as never,
    )
    found.push(...(rows as Row[]).map((row) => ({ key: String(row[key.name]), value: sortValueOf(row, sorting) })))
  }
  return found
}

export const toOrderBy = ({ path, column, direction }: Sorting, key: EntityProperty): object[] => [
  nestCondition(path, column, direction),
  { [key.name]: direction },
]

export const primaryKeyProperty = ({ primaryKeys, properties }: EntityMetadata): EntityProperty =>
  properties[primaryKeys[0] as never] as EntityProperty

type Row = Record<string, unknown>

function sortValueOf(row: Row, { path, column }: Sorting): SortValue {
  let at: Row | null | undefined = row
  for (const { name } of path) at = at?.[name] as Row | null | undefined
  return (at?.[column.name] ?? null) as SortValue
}

const nestCondition = (path: readonly EntityProperty[], column: EntityProperty, what: unknown) =>
  [...path, column].reduceRight<unknown>((inner, { name }) => ({ [name]: inner }), what) as Condition

/**
 * What comes behind a row, one stretch of an index after the other; the first stretch is all there is where there is no
 * row. PostgreSQL counts nothing (null) as larger than everything.
 */
function rangesAfter(sorting: Sorting, key: EntityProperty, last: Position | undefined): (Condition | undefined)[] {
  if (!last) return [undefined]
  const { path, column, direction } = sorting
  const further = direction === 'asc' ? '$gt' : '$lt'
  const empty = nestCondition(path, column, null)
  const sameOf = { [key.name]: { [further]: last.key } }
  if (column === key && path.length === 0) return [sameOf]
  if (last.value === null) {
    const ties = { ...empty, ...sameOf }
    return direction === 'asc' ? [ties] : [ties, nestCondition(path, column, { $ne: null })]
  }
  const isNullable = path.length > 0 || column.nullable === true
  return direction === 'asc' && isNullable
    ? [conditionAfter(sorting, key, last), empty]
    : [conditionAfter(sorting, key, last)]
}

/** Columns of one table are compared as a row, which an index answers from where that row is, ties and all. */
function conditionAfter({ path, column, direction }: Sorting, key: EntityProperty, last: Position): Condition {
  const [operator, further] = direction === 'asc' ? ['>', '$gt'] : ['<', '$lt']
  if (path.length === 0) {
    const behind = raw(
      (alias) => `(${alias}."${column.name}", ${alias}."${key.name}") ${operator} (?, ?)`,
      [last.value, last.key],
    )
    return { [behind]: [] } as Condition
  }
  return {
    $or: [
      nestCondition(path, column, { [further]: last.value }),
      { $and: [nestCondition(path, column, last.value), { [key.name]: { [further]: last.key } }] },
    ],
  }
}

export interface KeyWalk {
  /** All of these must hold; see `conditions.ts`. */
  where: readonly (Condition | undefined)[]
  /** A column of the rows themselves; with a `-` before it the other way round. */
  order: string
  /** How many rows a page has, how many are left out before the first, and how many are read in all. */
  size: number
  skip: number
  most: number
}

/** The ids of all rows, page by page, in the order asked for and then that of the ids. */
export async function* walkKeys<Entity extends { id: string }>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  { where, order, size, skip, most }: KeyWalk,
): AsyncGenerator<string[]> {
  const sorting = orderedBy(em, entity, order)
  let last: Position | undefined
  for (let left = most; left > 0; ) {
    const limit = Math.min(size, left)
    const found = await findPositions(em, entity, { where, sorting, last, limit, offset: last ? 0 : skip })
    if (found.length > 0) yield found.map(({ key }) => key)
    left -= found.length
    last = found.at(-1)
    if (found.length < size) return
  }
}
