import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from '#database/connection-queues.ts'
import { type Condition, findKeys, type RowSearch, type Sorting } from '#database/read/find-keys.ts'
import { findPositions } from '#database/read/find-positions.ts'
import type { Page } from '#database/read/read-trees.ts'
import { PART_SIZE } from '#database/read/tree-statement.ts'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import { assertMayShow } from '../admin/key-reach.ts'
import { budgetOf } from '../response-budget.ts'
import { countListRows } from './count-rows.ts'
import { type CursorCodec, type CursorParams, createCursorCodec, isCursorPage } from './cursor.ts'
import type { Resource } from './define-resource.ts'
import { type ReadSettings, readByKeys, readRoots } from './read-by-keys.ts'
import { searchKeys } from './search-keys.ts'
import {
  isCustomSelection,
  parseSelection,
  type Scope,
  type SelectionDefaults,
  type SelectionInput,
} from './selection.ts'
import { restrictSelection } from './selection-tree.ts'
import { findSimplePage, simplePage } from './simple-page.ts'
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
  where?: readonly (Condition | undefined)[]
  /** The statement of the page in the default order. Pages by cursor and pages in another order need `where`. */
  page?: Page | undefined
  /** Finds a page in the default order with one statement. Pages by cursor and pages in another order need `where`. */
  findPage?: FindPage | undefined
  /** Default: true. */
  hasCount?: boolean
  /** Default: `-created_at`. */
  defaultOrder?: string
  /** Columns that `order` may name. Default: the columns of the resource and of its relations to one row. */
  sortable?: readonly string[] | undefined
  /** The response shows only rows of a relation that have these values. The keys are dotted paths of relations. */
  only?: Readonly<Record<string, Scope>> | undefined
}

export type FindPage = (span: { limit: number; offset: number }) => Promise<{ keys: readonly string[]; count: number }>

export interface PageInput extends SelectionInput, CursorParams {
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
 * pages neither overlap nor skip rows. A transaction must not list rows, because it holds a connection that a running
 * list may need.
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
  const settings = parseReadSettings(input, listing)
  const { offset, limit } = input
  const queues = connectionQueuesOf(em)
  const readFound = async (findPage: FindPage) => {
    const { keys, count } = await findPage({ limit, offset })
    return { rows: await readInParts(em, keys, settings), count, offset, limit }
  }
  const { findPage } = listing
  if (findPage && !input.order && !isCursorPage(input)) return queues.runList(() => readFound(findPage))
  const plan = planPage(em, input, listing)
  const isCounted = listing.hasCount !== false && (!isCursorPage(input) || input.with_count === true)
  const ownPage = input.order ? undefined : listing.page
  const page = isCursorPage(input) ? undefined : (ownPage ?? simplePage(em, plan, { limit, offset, isCounted }))
  if (page) {
    // Each order would need its own statement for the rows.
    const read = input.order ? () => readFound(() => findSimplePage(em, page)) : () => readPageRows(em, page, settings)
    const { rows, count } = await queues.runList(read)
    return { rows, count: isCounted ? count : null, offset, limit }
  }
  if (input.q && isCounted && !isCursorPage(input))
    return queues.runSearch(() => readFound((span) => searchKeys(em, plan, span)))
  const findPageKeys = planKeys(em, input, plan)
  const readPage = async () => {
    const { keys, ...cursor } = await findPageKeys()
    return { rows: await readInParts(em, keys, settings), ...cursor }
  }
  const countAll = () => countListRows(em, plan.search)
  // A search by cursor reads the page and then the count, so that it holds only one connection at a time.
  const [{ rows, ...cursor }, count] = input.q
    ? [await queues.runSearch(readPage), isCounted ? await queues.runSearch(countAll) : null]
    : await queues.runList(() => Promise.all([readPage(), isCounted ? countAll() : null]))
  return { rows, count, offset, limit, ...cursor }
}

function parseReadSettings<Row>(input: PageInput, listing: ListOptions<Row>): ReadSettings<Row> {
  const { resource, defaults, withDeleted, only } = listing
  const selection = restrictSelection(parseSelection(resource, input, defaults), only)
  assertMayShow(listing, input)
  return { resource, selection, withDeleted, isDefault: !isCustomSelection(input) && !only }
}

interface FoundPage {
  keys: readonly string[]
  next_cursor?: string | null
}

/** Parses `order` immediately, so that invalid input causes no database statement. */
function planPage<Row>(em: EntityManager, input: PageInput, listing: ListOptions<Row>): PagePlan {
  const { resource, where = [], withDeleted, defaultOrder = '-created_at', sortable } = listing
  const { entity } = resource.model
  const order = input.order || defaultOrder
  const sorting = sortingOf(order, { entity: em.getMetadata().get(entity), resource, sortable })
  return { order, sorting, withDeleted, search: { entity, where, filters: withDeleted ? { alive: false } : {} } }
}

interface PagePlan {
  order: string
  sorting: Sorting
  search: RowSearch
  withDeleted: boolean | undefined
}

/** Parses the cursor immediately. */
function planKeys(em: EntityManager, input: PageInput, plan: PagePlan): () => Promise<FoundPage> {
  const { order, sorting, search, withDeleted } = plan
  if (isCursorPage(input)) {
    const { className } = em.getMetadata().get(search.entity)
    const cursors = createCursorCodec(sorting, [className, order, withDeleted, search.where])
    return planCursorPage(em, input, { search, sorting, cursors })
  }
  const { limit, offset } = input
  return async () => ({ keys: limit === 0 ? [] : await findKeys(em, search, { sorting, limit, offset }) })
}

interface CursorPagePlan extends Pick<PagePlan, 'search' | 'sorting'> {
  cursors: CursorCodec
}

function planCursorPage(
  em: EntityManager,
  input: PageInput,
  { search, sorting, cursors }: CursorPagePlan,
): () => Promise<FoundPage> {
  const last = cursors.read(input)
  const { limit } = input
  return async () => {
    // The additional row shows whether there is a next page.
    const found = await findPositions(em, search, { sorting, last, limit: limit + 1 })
    const page = found.slice(0, limit)
    const end = page.at(-1)
    const next_cursor = found.length > limit && end ? cursors.write(end) : null
    return { keys: page.map(({ key }) => key), next_cursor }
  }
}

/** The process reads one part of a list at a time, except for first parts. Between parts, it serves other requests, and it stops if the list is too large. */
const partSlots = new WorkSlots({ slots: 1 })

async function readInParts<Row>(
  em: EntityManager,
  keys: readonly string[],
  settings: ReadSettings<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < keys.length; from += PART_SIZE) {
    const part = keys.slice(from, from + PART_SIZE)
    rows.push(...(await partSlots.run(() => readByKeys(em, part, settings))))
    budgetOf(em)?.addRows(part.length)
  }
  return rows
}

/** The first part takes no slot, so that a slow search for the keys does not block other lists. */
async function readPageRows<Row>(em: EntityManager, page: Page, settings: ReadSettings<Row>) {
  const { keys, rows, count } = await readRoots(em, page, settings)
  budgetOf(em)?.addRows(rows.length)
  return { rows: [...rows, ...(await readInParts(em, keys.slice(PART_SIZE), settings))], count }
}
