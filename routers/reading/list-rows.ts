import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { runList, runSearch } from '#database/connection-queues.ts'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import { assertMayShow } from '../admin/key-reach.ts'
import { budgetOf } from '../answer-budget.ts'
import { computationPlanFor, computeFields } from './computed.ts'
import type { Condition } from './conditions.ts'
import { type CursorParams, createCursorCodec, isCursorPage } from './cursor.ts'
import type { Resource, Scope } from './define-resource.ts'
import { buildKeysQuery, countRows, findKeys, type Keys, type RowSearch } from './find-keys.ts'
import { findPositions, type Position, primaryKeyProperty, toOrderBy } from './keyset.ts'
import { project } from './project.ts'
import { type EntityTreeOptions, readTrees } from './read-tree.ts'
import {
  parseSelection,
  restrictSelection,
  type Selection,
  type SelectionDefaults,
  type SelectionInput,
} from './selection.ts'
import { sortingOf } from './sorting.ts'

interface ReadOptions<R extends Resource> {
  resource: R
  /** All of these must hold; see `conditions.ts`. */
  where: readonly (Condition | undefined)[]
  /** The relations and columns that are shown where the caller names none. */
  defaults?: SelectionDefaults
  /** Also rows that are soft-deleted, it and those in it: where the caller filters on that, and of what is history. */
  withDeleted?: boolean
}

interface ListOptions<R extends Resource> extends ReadOptions<R> {
  /** `-created_at` where absent. */
  defaultOrder?: string
  /** The only names that `order` may have. Default: every column that the caller can be shown. */
  sortable?: readonly string[] | undefined
  /** Of relations, by dotted path: which rows of them this caller is shown. */
  only?: Readonly<Record<string, Scope>> | undefined
}

interface PageInput extends SelectionInput, CursorParams {
  /** Text to search for. */
  q?: string | null | undefined
  limit: number
  offset: number
  order?: string | undefined
}

export interface PageResult<Row> {
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
 * @throws InvalidData for a name that the resource does not have, and for a cursor of another list. Forbidden for a relation
 *   that the API key of the caller may not read. As `runList` or, with words, `runSearch`.
 */
export async function listRows<R extends Resource>(
  em: EntityManager,
  input: PageInput,
  listing: ListOptions<R>,
): Promise<PageResult<z.output<R>>> {
  const { resource, defaults, withDeleted, only } = listing
  const { entity } = resource.model
  const selection = restrictSelection(parseSelection(resource, input, defaults), only)
  assertMayShow(listing, input)
  const isUsual = !isCustomSelection(input) && !only
  const findPage = pageFinder(em, input, listing)
  const readPage = async () => {
    const { keys, ...behind } = await findPage()
    return { rows: await readInParts(em, keys, { entity, resource, selection, withDeleted, isUsual }), ...behind }
  }
  const isCounted = !isCursorPage(input) || input.with_count === true
  const count = async () => (isCounted ? countRows(em, rowSearchOf(listing)) : null)
  // Counting takes as long as reading a page. A search does one after the other, to hold one connection only. A transaction
  // must not list rows: it holds a connection that a list in progress may need.
  const [{ rows, ...behind }, total] = input.q
    ? [await runSearch(em, readPage), await runSearch(em, count)]
    : await runList(em, () => Promise.all([readPage(), count()]))
  return { rows, count: total, offset: input.offset, limit: input.limit, ...behind }
}

interface Found {
  keys: readonly string[]
  next_cursor?: string | null
}

/** Returns what finds the page. Reads `order` and the cursor first, so that no statement runs for an input that is refused. */
function pageFinder<R extends Resource>(
  em: EntityManager,
  input: PageInput,
  listing: ListOptions<R>,
): () => Promise<Found> {
  const { resource, defaultOrder = '-created_at', sortable } = listing
  const { entity } = resource.model
  const { limit, offset, order } = input
  const meta = em.getMetadata().get(entity)
  const sorting = sortingOf(order || defaultOrder, { entity: meta, resource, sortable })
  if (!isCursorPage(input)) {
    const span = { orderBy: toOrderBy(sorting, primaryKeyProperty(meta)), limit, offset }
    return async () => ({ keys: limit === 0 ? [] : await findKeys(em, rowSearchOf(listing), span) })
  }
  const { where, filters } = rowSearchOf(listing)
  const list = createCursorCodec(sorting, [meta.className, order || defaultOrder, listing.withDeleted, where])
  const last = list.read(input)
  return async () => {
    // The row behind the page shows whether another page follows.
    const found = await findPositions(em, entity, { where, sorting, last, limit: limit + 1, filters })
    const page = found.slice(0, limit)
    return {
      keys: page.map(({ key }) => key),
      next_cursor: found.length > limit ? list.write(page.at(-1) as Position) : null,
    }
  }
}

const rowSearchOf = <R extends Resource>({ resource, where, withDeleted }: ReadOptions<R>): RowSearch<object> => ({
  entity: resource.model.entity,
  where,
  filters: withDeleted ? { alive: false } : {},
})

type FullListOptions<R extends Resource> = Pick<ListOptions<R>, 'resource'> &
  Partial<Pick<ListOptions<R>, 'where' | 'defaults' | 'defaultOrder'>>

/** Every row, or every one that meets the conditions, of what no shop has many of. */
export async function readAllRows<R extends Resource>(
  em: EntityManager,
  { resource, where = [], defaults, defaultOrder = '-created_at' }: FullListOptions<R>,
): Promise<z.output<R>[]> {
  const { entity } = resource.model
  const selection = parseSelection(resource, {}, defaults)
  const meta = em.getMetadata().get(entity)
  const sorting = sortingOf(defaultOrder, { entity: meta, resource })
  const keys = await buildKeysQuery(
    em,
    { entity, where, filters: {} },
    { orderBy: toOrderBy(sorting, primaryKeyProperty(meta)) },
  )
  return readProjectedRows(em, keys, { entity, resource, selection, isUsual: true })
}

/**
 * One row as the caller asked to see it, read from the database again; null where there is none.
 * @throws InvalidData for a name that the resource does not have. Forbidden as `listRows`.
 */
export async function readRow<R extends Resource>(
  em: EntityManager,
  wanted: SelectionInput,
  { resource, where, defaults, withDeleted }: ReadOptions<R>,
): Promise<z.output<R> | null> {
  const { entity } = resource.model
  const selection = parseSelection(resource, wanted, defaults)
  assertMayShow({ resource, ...(defaults && { defaults }) }, wanted)
  const keys =
    keyFromConditions(em, entity, where) ?? (await buildKeysQuery(em, { entity, where, filters: {} }, { limit: 1 }))
  const [row] = await readProjectedRows(em, keys, {
    entity,
    resource,
    selection,
    withDeleted,
    isUsual: !isCustomSelection(wanted),
  })
  return row ?? null
}

/** The rows with these keys, in their order, as they are shown where the caller names nothing. */
export const readRows = <R extends Resource>(
  em: EntityManager,
  keys: readonly string[],
  { resource, defaults, withDeleted }: Omit<ReadOptions<R>, 'where'>,
): Promise<z.output<R>[]> => {
  const { entity } = resource.model
  const selection = parseSelection(resource, {}, defaults)
  return readProjectedRows(em, keys, { entity, resource, selection, withDeleted, isUsual: true })
}

/**
 * Lists are read in parts, and the process reads one part at a time. Other requests are served in between, and a list that
 * is too large ends early. Finding the keys of a list may take long, so it takes no slot of this kind.
 */
const ROWS_AT_ONCE = 50
const partSlots = new WorkSlots({ slots: 1 })

type Shown<R extends Resource> = EntityTreeOptions<object> & {
  resource: R
  selection: Selection
}

/** The rows with these keys, in their order, as the selection has them. @throws AnswerTooLarge */
async function readInParts<R extends Resource>(
  em: EntityManager,
  keys: readonly string[],
  shown: Shown<R>,
): Promise<z.output<R>[]> {
  const rows: z.output<R>[] = []
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    const part = keys.slice(from, from + ROWS_AT_ONCE)
    rows.push(...(await partSlots.run(() => readProjectedRows(em, part, shown))))
    budgetOf(em)?.addRows(part.length)
  }
  return rows
}

/** The same in one statement. @throws AnswerTooLarge */
async function readProjectedRows<R extends Resource>(
  em: EntityManager,
  keys: Keys,
  { resource, selection, ...tree }: Shown<R>,
): Promise<z.output<R>[]> {
  const { read, computing, shown } = computationPlanFor(em.getMetadata().get(tree.entity), resource, selection)
  const rows = await readTrees(em, keys, { ...tree, selection: read })
  for (const row of rows) computeFields(row, computing)
  return rows.map((row) => project<z.output<R>>(row, shown))
}

const isCustomSelection = ({ expand, fields }: SelectionInput) => expand !== undefined || fields !== undefined

/** Where all that is asked for is one row by its key, the key need not be looked up. */
function keyFromConditions(
  em: EntityManager,
  entity: EntityClass<object>,
  where: readonly unknown[],
): string[] | undefined {
  const conditions = where.filter((condition) => condition !== undefined) as Record<string, unknown>[]
  const columns = Object.entries(conditions[0] ?? {})
  const [name, value] = columns[0] ?? []
  const isKey = conditions.length === 1 && columns.length === 1 && name === em.getMetadata().get(entity).primaryKeys[0]
  return isKey && typeof value === 'string' ? [value] : undefined
}
