import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import type { Condition } from './conditions.ts'

export interface Walk {
  /** All of these must hold; see `conditions.ts`. */
  where: readonly (Condition | undefined)[]
  /** A column of the rows themselves; with a `-` before it the other way round. */
  order: string
  /** How many rows a page has, how many are left out before the first, and how many are read in all. */
  size: number
  skip: number
  most: number
}

/**
 * The ids of all rows, page by page, in the order asked for and then that of the ids. Each page begins behind the last
 * row of the one before, so that the last costs no more than the first.
 */
export async function* walkKeys<Entity extends { id: string }>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  { where, order, size, skip, most }: Walk,
): AsyncGenerator<string[]> {
  const { column, direction } = orderedBy(em, entity, order)
  const conditions = where.filter((condition) => condition !== undefined)
  let last: Record<string, unknown> | undefined
  for (let left = most; left > 0; ) {
    const behind = last ? [behindRow(column, direction, last)] : []
    const rows = (await em.find(
      entity,
      { $and: [...conditions, ...behind] } as never,
      {
        fields: ['id', column],
        orderBy: [{ [column]: direction }, { id: direction }],
        limit: Math.min(size, left),
        offset: last ? 0 : skip,
        disableIdentityMap: true,
      } as never,
    )) as unknown as ({ id: string } & Record<string, unknown>)[]
    if (rows.length > 0) yield rows.map(({ id }) => id)
    left -= rows.length
    last = rows.at(-1)
    if (rows.length < size) return
  }
}

/** @throws InvalidData for what is no column of the rows. */
export function orderedBy(em: EntityManager, entity: EntityClass<object>, order: string) {
  const column = order.replace(/^-/, '')
  const property = em.getMetadata().get(entity).properties[column as never] as
    | { kind: string; persist?: boolean; lazy?: boolean; columnTypes: string[] }
    | undefined
  const isColumn = property?.kind === 'scalar' && property.persist !== false && !property.lazy
  if (!isColumn || property.columnTypes.includes('jsonb')) throw new InvalidData(`Order field ${column} is not valid`)
  return { column, direction: order.startsWith('-') ? ('desc' as const) : ('asc' as const) }
}

/** What comes behind a row. PostgreSQL counts nothing (null) as larger than everything. */
function behindRow(column: string, direction: 'asc' | 'desc', row: Record<string, unknown>): Condition {
  const value = row[column] ?? null
  const id = row.id
  if (column === 'id') return direction === 'asc' ? { id: { $gt: id } } : { id: { $lt: id } }
  if (direction === 'asc') {
    if (value === null) return { [column]: null, id: { $gt: id } }
    return { $or: [{ [column]: { $gt: value } }, { [column]: null }, { [column]: value, id: { $gt: id } }] }
  }
  if (value === null) return { $or: [{ [column]: { $ne: null } }, { [column]: null, id: { $lt: id } }] }
  return { $or: [{ [column]: { $lt: value } }, { [column]: value, id: { $lt: id } }] }
}
