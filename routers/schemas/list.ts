import type { EntityClass, EntityManager, EntityMetadata, EntityProperty, FilterQuery } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import { computeIn, neededFor } from './computed.ts'
import type { Condition } from './conditions.ts'
import { type ByCursor, cursorsOf, isByCursor } from './cursor.ts'
import { countRows, type Keys, keysQuery, type Search } from './find-keys.ts'
import { findPositions, orderBy, type Position, primaryKeyOf, type Sorting } from './keyset.ts'
import { readTrees, type Tree } from './read-tree.ts'
import { type Resource, type Scope, storedAs } from './resource.ts'
import { columnsOf, confined, type Defaults, relation, type Selection, select, type Wanted } from './selection.ts'
import { show } from './show.ts'

interface Reading<Entity extends object, R extends Resource> {
  entity: EntityClass<Entity>
  resource: R
  /** All of these must hold; see `conditions.ts`. */
  where: readonly (FilterQuery<Entity> | Condition | undefined)[]
  /** The relations and columns that are shown where the caller names none. */
  defaults?: Defaults
  /** Also rows that are soft-deleted, it and those in it: where the caller filters on that, and of what is history. */
  withDeleted?: boolean
}

interface Listing<Entity extends object, R extends Resource> extends Reading<Entity, R> {
  /** `-created_at` where absent. */
  defaultOrder?: string
  /** Of relations, by dotted path: which rows of them this caller is shown. */
  only?: Readonly<Record<string, Scope>> | undefined
}

interface Page extends Wanted, ByCursor {
  limit: number
  offset: number
  order?: string | undefined
}

export interface Listed<Row> {
  rows: Row[]
  /** Null where it was not asked for. */
  count: number | null
  offset: number
  limit: number
  /** Only of a page by cursor: what the next one begins with; null where this is the last. */
  next_cursor?: string | null | undefined
}

/**
 * A page of rows and how many there are in all. Rows come in a total order, so that pages neither overlap nor leave
 * anything out: what `order` asks for, then the primary key.
 * @throws InvalidData for a name that the resource does not have, and for a cursor that is not one of this list.
 */
export async function listRows<Entity extends object, R extends Resource>(
  em: EntityManager,
  input: Page,
  listing: Listing<Entity, R>,
): Promise<Listed<z.output<R>>> {
  const { entity, resource, defaults, withDeleted, only } = listing
  const selection = confined(select(resource, input, defaults), only)
  const isUsual = !isNarrowed(input) && !only
  const readPage = async () => {
    const { keys, ...behind } = await findPage(em, input, listing)
    return { rows: await readShown(em, keys, { entity, resource, selection, withDeleted, isUsual }), ...behind }
  }
  const isCounted = !isByCursor(input) || input.with_count === true
  // To count many rows takes as long as to read a page of them.
  const [{ rows, ...behind }, count] = await Promise.all([
    readPage(),
    isCounted ? countRows(em, searchOf(listing)) : null,
  ])
  return { rows, count, offset: input.offset, limit: input.limit, ...behind }
}

async function findPage<Entity extends object, R extends Resource>(
  em: EntityManager,
  input: Page,
  listing: Listing<Entity, R>,
): Promise<{ keys: Keys; next_cursor?: string | null }> {
  const { entity, resource, defaultOrder = '-created_at' } = listing
  const { limit, offset, order } = input
  const meta = em.getMetadata().get(entity)
  const sorting = sortingOf(resource, order || defaultOrder, meta)
  if (!isByCursor(input)) {
    if (limit === 0) return { keys: [] }
    const sorted = orderBy(sorting, primaryKeyOf(meta))
    return { keys: await keysQuery(em, searchOf(listing), { orderBy: sorted, limit, offset }) }
  }
  const { where, filters } = searchOf(listing)
  const list = cursorsOf(sorting, [meta.className, order || defaultOrder, listing.withDeleted, where])
  const last = list.read(input)
  // One more tells whether there is another page.
  const found = await findPositions(em, entity, { where, sorting, last, limit: limit + 1, filters })
  const page = found.slice(0, limit)
  return {
    keys: page.map(({ key }) => key),
    next_cursor: found.length > limit ? list.write(page.at(-1) as Position) : null,
  }
}

const searchOf = <Entity extends object, R extends Resource>({
  entity,
  where,
  withDeleted,
}: Reading<Entity, R>): Search<Entity> => ({
  entity,
  where,
  filters: withDeleted ? { alive: false } : {},
})

type WholeListing<Entity extends object, R extends Resource> = Pick<Listing<Entity, R>, 'entity' | 'resource'> &
  Partial<Pick<Listing<Entity, R>, 'where' | 'defaults' | 'defaultOrder'>>

/** Every row, or every one that meets the conditions, of what no shop has many of. */
export async function allRows<Entity extends object, R extends Resource>(
  em: EntityManager,
  { entity, resource, where = [], defaults, defaultOrder = '-created_at' }: WholeListing<Entity, R>,
): Promise<z.output<R>[]> {
  const selection = select(resource, {}, defaults)
  const meta = em.getMetadata().get(entity)
  const sorting = sortingOf(resource, defaultOrder, meta)
  const keys = await keysQuery(em, { entity, where, filters: {} }, { orderBy: orderBy(sorting, primaryKeyOf(meta)) })
  return readShown(em, keys, { entity, resource, selection, isUsual: true })
}

/**
 * One row as the caller asked to see it, read from the database again; null where there is none.
 * @throws InvalidData for a name that the resource does not have.
 */
export async function readRow<Entity extends object, R extends Resource>(
  em: EntityManager,
  wanted: Wanted,
  { entity, resource, where, defaults, withDeleted }: Reading<Entity, R>,
): Promise<z.output<R> | null> {
  const selection = select(resource, wanted, defaults)
  const keys = keyIn(em, entity, where) ?? (await keysQuery(em, { entity, where, filters: {} }, { limit: 1 }))
  const [row] = await readShown(em, keys, { entity, resource, selection, withDeleted, isUsual: !isNarrowed(wanted) })
  return row ?? null
}

/** The rows with these keys, in their order, as they are shown where the caller names nothing. */
export const readRows = <Entity extends object, R extends Resource>(
  em: EntityManager,
  keys: readonly string[],
  { entity, resource, defaults, withDeleted }: Omit<Reading<Entity, R>, 'where'>,
): Promise<z.output<R>[]> => {
  const selection = select(resource, {}, defaults)
  return readShown(em, keys, { entity, resource, selection, withDeleted, isUsual: true })
}

/** The same, as the selection has them. */
async function readShown<Entity extends object, R extends Resource>(
  em: EntityManager,
  keys: Keys,
  { resource, selection, ...tree }: Tree<Entity> & { resource: R; selection: Selection },
): Promise<z.output<R>[]> {
  const { read, computing, shown } = neededFor(em.getMetadata().get(tree.entity), resource, selection)
  const rows = await readTrees(em, keys, { ...tree, selection: read })
  for (const row of rows) computeIn(row, computing)
  return rows.map((row) => show<z.output<R>>(row, shown))
}

const isNarrowed = ({ expand, fields }: Wanted) => expand !== undefined || fields !== undefined

/** Where all that is asked for is one row by its key, the key need not be looked up. */
function keyIn(em: EntityManager, entity: EntityClass<object>, where: readonly unknown[]): string[] | undefined {
  const conditions = where.filter((condition) => condition !== undefined) as Record<string, unknown>[]
  const columns = Object.entries(conditions[0] ?? {})
  const [name, value] = columns[0] ?? []
  const isKey = conditions.length === 1 && columns.length === 1 && name === em.getMetadata().get(entity).primaryKeys[0]
  return isKey && typeof value === 'string' ? [value] : undefined
}

/** By a column that is stored: what is computed for the answer is not there when rows are sorted. */
function sortingOf(resource: Resource, order: string, entity: EntityMetadata): Sorting {
  const name = order.replace(/^-/, '')
  const steps = name.split('.')
  const columnName = steps.pop() as string
  const path: EntityProperty[] = []
  let at: Resource | undefined = resource
  let of: EntityMetadata | undefined = entity
  for (const step of steps) {
    const property = of?.properties[(storedAs(at?.shape[step] as never) ?? step) as never] as EntityProperty | undefined
    if (property) path.push(property)
    of = property?.targetMeta
    at = at && relation(at, step)
  }
  const column = of?.properties[columnName as never] as EntityProperty | undefined
  if (!at || !columnsOf(at).includes(columnName) || !column) throw new InvalidData(`Order field ${name} is not valid`)
  return { path, column, direction: order.startsWith('-') ? 'desc' : 'asc' }
}
