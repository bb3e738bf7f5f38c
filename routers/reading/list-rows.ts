import type { EntityManager } from '@mikro-orm/postgresql'
import { runList, runSearch } from '#database/connection-queues.ts'
import { type Condition, findKeys, type RowSearch } from '#database/read/find-keys.ts'
import { findPositions, orderBySorting, primaryKeyOf } from '#database/read/positions.ts'
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
  /** The selection of a caller that names nothing. */
  defaults?: SelectionDefaults
  /** Whether rows that are soft-deleted are read too, also in relations. */
  withDeleted?: boolean | undefined
}

interface ListOptions<Row> extends View<Row> {
  /** All of these must hold; see `conditions.ts`. */
  where: readonly (Condition | undefined)[]
  /** `-created_at` if absent. */
  defaultOrder?: string
  /** The only names that `order` can have. Default: every column that the caller can be shown. */
  sortable?: readonly string[] | undefined
  /** The rows of relations that this caller is shown, by dotted path. */
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
  /** Null if the caller did not ask for it. */
  count: number | null
  offset: number
  limit: number
  /** Only of a page by cursor: the cursor of the next page, or null for the last page. */
  next_cursor?: string | null | undefined
}

/**
 * A page of rows and the number of all rows. Rows have a total order, so that pages neither overlap nor leave rows out:
 * `order`, and then the primary key.
 * @throws InvalidData for a name that the resource does not have, and for a cursor of another list. Forbidden for a relation
 *   that the API key of the caller may not read. As `runList` or, for a search, `runSearch`.
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
  // A search does one after the other, to hold one connection only. A transaction must not list rows: it holds a connection
  // that a list in progress may need.
  const [{ rows, ...cursor }, total] = input.q
    ? [await runSearch(em, readPage), await runSearch(em, count)]
    : await runList(em, () => Promise.all([readPage(), count()]))
  return { rows, count: total, offset: input.offset, limit: input.limit, ...cursor }
}

interface FoundPage {
  keys: readonly string[]
  next_cursor?: string | null
}

/** Reads `order` and the cursor at once, so that no statement runs for an invalid input. */
function pageFinder<Row>(em: EntityManager, input: PageInput, listing: ListOptions<Row>): () => Promise<FoundPage> {
  const { resource, defaultOrder = '-created_at', sortable } = listing
  const { entity } = resource.model
  const { limit, offset, order } = input
  const meta = em.getMetadata().get(entity)
  const sorting = sortingOf(order || defaultOrder, { entity: meta, resource, sortable })
  if (!isCursorPage(input)) {
    const span = { orderBy: orderBySorting(sorting, primaryKeyOf(meta)), limit, offset }
    return async () => ({ keys: limit === 0 ? [] : await findKeys(em, searchOf(listing), span) })
  }
  const { where, filters } = searchOf(listing)
  const list = createCursorCodec(sorting, [meta.className, order || defaultOrder, listing.withDeleted, where])
  const last = list.read(input)
  return async () => {
    // One row more than the page shows whether another page follows.
    const found = await findPositions(em, entity, { where, sorting, last, limit: limit + 1, filters })
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
 * Lists are read in parts, and the process reads one part at a time. Other requests are served in between, and a list that
 * is too large ends early. Finding the keys of a list may take long, so it takes no slot of this kind.
 */
const ROWS_AT_ONCE = 50
const partSlots = new WorkSlots({ slots: 1 })

/** @throws AnswerTooLarge */
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
