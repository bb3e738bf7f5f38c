import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from '#database/connection-queues.ts'
import { type Condition, findKeys, type RowSearch } from '#database/read/find-keys.ts'
import type { Page } from '#database/read/read-trees.ts'
import { countListRows } from './count-rows.ts'
import { type CursorParams, isCursorPage } from './cursor.ts'
import type { Resource } from './define-resource.ts'
import { assertMayShow } from './key-reach.ts'
import { planCursorPage, planPage } from './page-plan.ts'
import type { ReadSettings } from './read-by-keys.ts'
import { readInParts, readPageRows } from './read-in-parts.ts'
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

export interface View<Row> {
  resource: Resource<Row>
  /** Selection for a caller that sends neither `expand` nor `fields`. */
  defaults?: SelectionDefaults
  /** Whether the result includes soft-deleted rows, also in relations. */
  withDeleted?: boolean | undefined
}

export interface ListOptions<Row> extends View<Row> {
  /** A row must meet all of these conditions. Undefined conditions are ignored. */
  where?: readonly (Condition | undefined)[]
  /** The statement of the page in the default order. Pages by cursor and pages in another order need `where`. */
  page?: Page | undefined
  /** Finds a page in the default order with one statement. Pages by cursor and pages in another order need `where`. */
  findPage?: FindPage | undefined
  /** Default: true. */
  hasCount?: boolean
  /** Default: `-created_at`, or the primary key, descending, if the resource does not show `created_at`. */
  defaultOrder?: string | undefined
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
  const { offset, limit } = input
  const settings = parseReadSettings(input, listing)
  const readPage = isCursorPage(input) ? readPageByCursor : readPageByOffset
  const { rows, count, ...cursor } = await readPage(em, { input, listing, settings })
  return { rows, count, offset, limit, ...cursor }
}

function parseReadSettings<Row>(input: PageInput, listing: ListOptions<Row>): ReadSettings<Row> {
  const { resource, defaults, withDeleted, only } = listing
  const selection = restrictSelection(parseSelection(resource, input, defaults), only)
  assertMayShow(listing, input)
  return { resource, selection, withDeleted, isDefault: !isCustomSelection(input) && !only }
}

interface ListRequest<Row> {
  input: PageInput
  listing: ListOptions<Row>
  settings: ReadSettings<Row>
}

type FoundRows<Row> = Pick<PageResult<Row>, 'rows' | 'count' | 'next_cursor'>

async function readPageByOffset<Row>(em: EntityManager, request: ListRequest<Row>): Promise<FoundRows<Row>> {
  const { input, listing, settings } = request
  const { limit, offset, order, q } = input
  const { findPage, hasCount: isCounted = true } = listing
  const queues = connectionQueuesOf(em)
  const readFound = async (find: FindPage) => {
    const { keys, count } = await find({ limit, offset })
    return { rows: await readInParts(em, keys, settings), count }
  }
  if (findPage && !order) return queues.runList(() => readFound(findPage))
  const plan = planPage(em, input, listing)
  const page = (order ? undefined : listing.page) ?? simplePage(em, plan, { limit, offset, isCounted })
  if (page) {
    // Each order would need its own statement for the rows.
    const read = order ? () => readFound(() => findSimplePage(em, page)) : () => readPageRows(em, page, settings)
    const { rows, count } = await queues.runList(read)
    return { rows, count: isCounted ? count : null }
  }
  if (q && isCounted) return queues.runSearch(() => readFound((span) => searchKeys(em, plan, span)))
  const { search, sorting } = plan
  const findPageKeys = async () => ({ keys: limit === 0 ? [] : await findKeys(em, search, { sorting, limit, offset }) })
  return readAndCount(em, request, { findPageKeys, search, isCounted })
}

async function readPageByCursor<Row>(em: EntityManager, request: ListRequest<Row>): Promise<FoundRows<Row>> {
  const { input, listing } = request
  const plan = planPage(em, input, listing)
  const isCounted = listing.hasCount !== false && input.with_count === true
  return readAndCount(em, request, { findPageKeys: planCursorPage(em, input, plan), search: plan.search, isCounted })
}

interface CountedPage {
  findPageKeys(): Promise<{ keys: readonly string[]; next_cursor?: string | null }>
  search: RowSearch
  isCounted: boolean
}

async function readAndCount<Row>(
  em: EntityManager,
  { input, settings }: ListRequest<Row>,
  { findPageKeys, search, isCounted }: CountedPage,
): Promise<FoundRows<Row>> {
  const queues = connectionQueuesOf(em)
  const readPage = async () => {
    const { keys, ...cursor } = await findPageKeys()
    return { rows: await readInParts(em, keys, settings), ...cursor }
  }
  const countAll = () => countListRows(em, search)
  // A text search reads the page and then the count, so that it holds only one connection at a time.
  const [found, count] = input.q
    ? [await queues.runSearch(readPage), isCounted ? await queues.runSearch(countAll) : null]
    : await queues.runList(() => Promise.all([readPage(), isCounted ? countAll() : null]))
  return { ...found, count }
}
