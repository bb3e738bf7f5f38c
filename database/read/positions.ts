import {
  type AnyEntity,
  type EntityClass,
  type EntityManager,
  type EntityMetadata,
  type EntityProperty,
  type FilterOptions,
  raw,
} from '@mikro-orm/postgresql'
import { primaryKeyName, propertyOf } from './entity-metadata.ts'
import type { Condition } from './find-keys.ts'

/** The sort key of a list. Rows with equal values are sorted by primary key. */
export interface Sorting {
  /** The relations that lead to the column. Empty for a column of the listed rows. */
  path: readonly EntityProperty[]
  column: EntityProperty
  direction: 'asc' | 'desc'
}

type SortValue = string | number | boolean | Date | null

/** The position of a row in a sorted list. */
export interface Position {
  value: SortValue
  key: string
}

interface PositionQuery {
  where: readonly (Condition | undefined)[]
  sorting: Sorting
  /** The row before the page. Undefined for the first page. */
  last?: Position | undefined
  limit: number
  offset?: number
  filters?: FilterOptions | undefined
}

/** Returns the positions of a page, in order. With an index on the column, PostgreSQL reads no row before the page. */
export async function findPositions(
  em: EntityManager,
  entity: EntityClass<AnyEntity>,
  { where, sorting, last, limit, offset = 0, filters = {} }: PositionQuery,
): Promise<Position[]> {
  const key = primaryKeyOf(em.getMetadata().get(entity))
  const path = sorting.path.map(({ name }) => name)
  const found: Position[] = []
  for (const range of rangesAfter(sorting, key, last)) {
    if (found.length === limit) break
    const rows = await em.find(
      entity,
      { $and: [...where, range].filter((condition) => condition !== undefined) },
      {
        fields: fieldPaths(key.name, [...path, sorting.column.name].join('.')),
        ...(path.length > 0 ? { populate: fieldPaths(path.join('.')) } : {}),
        orderBy: orderBySorting(sorting, key),
        limit: limit - found.length,
        offset,
        filters,
        disableIdentityMap: true,
      },
    )
    found.push(
      ...rows.map((row: object) => ({ key: String(Reflect.get(row, key.name)), value: sortValueOf(row, sorting) })),
    )
  }
  return found
}

/** The path as text: the types of MikroORM need the entity type, which is not known here. */
function fieldPaths(...paths: string[]): readonly '*'[]
function fieldPaths(...paths: string[]): readonly string[] {
  return paths
}

export const orderBySorting = ({ path, column, direction }: Sorting, key: EntityProperty): object[] => [
  nest([...path, column], direction),
  { [key.name]: direction },
]

export function primaryKeyOf(meta: EntityMetadata): EntityProperty {
  const key = propertyOf(meta, primaryKeyName(meta))
  if (!key) throw new Error(`${meta.className} has no primary key`)
  return key
}

function sortValueOf(row: object, { path, column }: Sorting): SortValue {
  let at: object | null = row
  for (const { name } of path) at = at && Reflect.get(at, name)
  return (at && Reflect.get(at, column.name)) ?? null
}

const nest = (path: readonly EntityProperty[], what: unknown): Condition =>
  path.reduceRight<Condition>((inner, { name }, i) => ({ [name]: i === path.length - 1 ? what : inner }), {})

/**
 * Returns conditions for the rows after a row, as consecutive ranges of the index. PostgreSQL sorts null as the
 * largest value.
 */
function rangesAfter(sorting: Sorting, key: EntityProperty, last: Position | undefined): (Condition | undefined)[] {
  if (!last) return [undefined]
  const { path, column, direction } = sorting
  const whole = [...path, column]
  const isEmpty = nest(whole, null)
  const isLater = { [key.name]: { [direction === 'asc' ? '$gt' : '$lt']: last.key } }
  if (column === key && path.length === 0) return [isLater]
  if (last.value === null) {
    const ties = { ...isEmpty, ...isLater }
    return direction === 'asc' ? [ties] : [ties, nest(whole, { $ne: null })]
  }
  const isNullable = path.length > 0 || column.nullable === true
  const after = conditionAfter(sorting, key, last)
  return direction === 'asc' && isNullable ? [after, isEmpty] : [after]
}

/** Compares the columns of one table as a row value, because PostgreSQL can start an index scan there. */
function conditionAfter({ path, column, direction }: Sorting, key: EntityProperty, last: Position): Condition {
  const [operator, further] = direction === 'asc' ? ['>', '$gt'] : ['<', '$lt']
  if (path.length === 0) {
    const rowValue = raw(
      (alias) => `(${alias}."${column.name}", ${alias}."${key.name}") ${operator} (?, ?)`,
      [last.value, last.key],
    )
    return { [rowValue]: [] }
  }
  const whole = [...path, column]
  return {
    $or: [
      nest(whole, { [further]: last.value }),
      { $and: [nest(whole, last.value), { [key.name]: { [further]: last.key } }] },
    ],
  }
}

export interface KeyWalk {
  where: readonly (Condition | undefined)[]
  sorting: Sorting
  pageSize: number
  /** The number of rows to skip before the first page. */
  skip: number
  limit: number
}

/** Yields the keys of all rows in order, page by page. */
export async function* walkKeys(
  em: EntityManager,
  entity: EntityClass<AnyEntity>,
  { where, sorting, pageSize, skip, limit }: KeyWalk,
): AsyncGenerator<string[]> {
  let last: Position | undefined
  for (let left = limit; left > 0; ) {
    const size = Math.min(pageSize, left)
    const found = await findPositions(em, entity, { where, sorting, last, limit: size, offset: last ? 0 : skip })
    if (found.length > 0) yield found.map(({ key }) => key)
    left -= found.length
    last = found.at(-1)
    if (found.length < pageSize) return
  }
}
