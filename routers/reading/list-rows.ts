import type { EntityManager } from '@mikro-orm/postgresql'
import { runList, runSearch } from '#database/connection-queues.ts'
import { type Condition, findKeys, type RowSearch } from '#database/read/find-keys.ts'
import { findPositions } from '#database/read/find-positions.ts'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import { assertMayShow } from '../admin/key-reach.ts'
import { budgetOf } from '../response-budget.ts'
import { countListRows } from './count-rows.ts'
import { type CursorParams, createCursorCodec, isCursorPage } from './cursor.ts'
import type { Resource } from './define-resource.ts'
import { type ReadSettings, readByKeys } from './read-by-keys.ts'
import {
  isCustomSelection,
  parseSelection,
  restrictSelection,
  type Scope,
  type SelectionDefaults,
  type SelectionInput,
} from './selection.ts'
import { sortingOf } from './sorting.ts'

export interface View<Row> {
  resource: Resource<Row>
  /** Selection for a caller that sends neither `expand` nor `fields`. */
  defaults?: SelectionDefaults
  /** Whether the result includes soft-deleted rows, also in relations. */
  withDeleted?: boolean | undefined
}

interface ListOptions<Row> extends View<Row> {
  /** A row must meet all of these conditions. Undefined conditions are ignored. */
  where: readonly (Condition | undefined)[]
  /** Default: `-created_at`. */
  defaultOrder?: string
  /** Columns that `order` may name. Default: the columns of the resource and of its relations to one row. */
  sortable?: readonly string[] | undefined
  /** Values that rows of a relation must have to be shown. The keys are dotted paths of relations. */
  only?: Readonly<Record<string, Scope>> | undefined
}

interface PageInput extends SelectionInput, CursorParams {
  q?: string | null | undefined
  limit: number
  offset: number
  order?: string | undefined
}

export interface PageResult<Row> {
  rows: Row[]
  /** Null if the caller did not ask for the count. */
  count: number | null
  offset: number
  limit: number
  /** Cursor of the next page, or null on the last page. Undefined for pages by offset. */
  next_cursor?: string | null | undefined
}

/**
 * Returns a page of rows and the number of all rows. The list sorts by `order` and then by primary key, so that
 * pages neither overlap nor leave rows out.
 * @throws InvalidData if the input has an unknown name or a cursor of another list.
 * @throws Forbidden if the API key of the caller may not read a selected relation.
 * @throws Overloaded if too many requests wait for lists or searches.
 * @throws Unavailable if the request ends first or a search takes too long.
 */
export async function listRows<Row>(
  em: EntityManager,
  input: PageInput,
  listing: ListOptions<Row>,
): Promise<PageResult<Row>> {
  const { resource, defaults, withDeleted, only } = listing
  const selection = restrictSelection(parseSelection(resource, input, defaults), only)
  assertMayShow(listing, input)
  const isDefault = !isCustomSelection(input) && !only
  const findPage = pageFinder(em, input, listing)
  const readPage = async () => {
    const { keys, ...cursor } = await findPage()
    return { rows: await readInParts(em, keys, { resource, selection, withDeleted, isDefault }), ...cursor }
  }
  const isCounted = !isCursorPage(input) || input.with_count === true
  const count = async () => (isCounted ? countListRows(em, searchOf(listing)) : null)
  // A search reads the page and the count in turn, so that it holds only one connection. A transaction must not list
  // rows, because the transaction holds a connection that a running list may need.
  const [{ rows, ...cursor }, total] = input.q
    ? [await runSearch(em, readPage), await runSearch(em, count)]
    : await runList(em, () => Promise.all([readPage(), count()]))
  return { rows, count: total, offset: input.offset, limit: input.limit, ...cursor }
}

interface FoundPage {
  keys: readonly string[]
  next_cursor?: string | null
}

/** Reads `order` and the cursor immediately, so that invalid input causes no database statement. */
function pageFinder<Row>(em: EntityManager, input: PageInput, listing: ListOptions<Row>): () => Promise<FoundPage> {
  const { resource, defaultOrder = '-created_at', sortable } = listing
  const { entity } = resource.model
  const { limit, offset, order } = input
  const meta = em.getMetadata().get(entity)
  const sorting = sortingOf(order || defaultOrder, { entity: meta, resource, sortable })
  if (!isCursorPage(input)) {
    const span = { sorting, limit, offset }
    return async () => ({ keys: limit === 0 ? [] : await findKeys(em, searchOf(listing), span) })
  }
  const search = searchOf(listing)
  const list = createCursorCodec(sorting, [meta.className, order || defaultOrder, listing.withDeleted, search.where])
  const last = list.read(input)
  return async () => {
    const found = await findPositions(em, search, { sorting, last, limit: limit + 1 })
    const page = found.slice(0, limit)
    const end = page.at(-1)
    return { keys: page.map(({ key }) => key), next_cursor: found.length > limit && end ? list.write(end) : null }
  }
}

const searchOf = <Row>({ resource, where, withDeleted }: ListOptions<Row>): RowSearch => ({
  entity: resource.model.entity,
  where,
  filters: withDeleted ? { alive: false } : {},
})

/**
 * The process reads lists in parts of this many rows, and only one part at a time. Between parts, the process serves
 * other requests, and stops if the list is too large.
 */
const ROWS_AT_ONCE = 50
const partSlots = new WorkSlots({ slots: 1 })

async function readInParts<Row>(
  em: EntityManager,
  keys: readonly string[],
  settings: ReadSettings<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
    const part = keys.slice(from, from + ROWS_AT_ONCE)
    rows.push(...(await partSlots.run(() => readByKeys(em, part, settings))))
    budgetOf(em)?.addRows(part.length)
  }
  return rows
}
