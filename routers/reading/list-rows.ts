import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from '#database/connection-queues.ts'
import type { Condition } from '#database/read/find-keys.ts'
import type { Language } from '#entities/market/language/language.ts'
import type { CursorParams } from './cursor.ts'
import type { Resource } from './define-resource.ts'
import { type FindPage, pageFinderOf } from './page-finder.ts'
import { parseReadableSelection } from './reach.ts'
import type { ReadSettings } from './read-by-keys.ts'
import { readFoundRows } from './read-in-parts.ts'
import { assertMayFindBy } from './readable-filters.ts'
import { isCustomSelection, type Scope, type SelectionDefaults, type SelectionInput } from './selection.ts'
import { restrictSelection } from './selection-tree.ts'

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
  /** Finds a page in the default order. Pages by cursor and pages in another order need `where`. */
  page?: FindPage | undefined
  /** Default: true. */
  hasCount?: boolean
  /** Default: `-created_at`, or the primary key, descending, if the resource does not show `created_at`. */
  defaultOrder?: string | undefined
  /** Columns that `order` may name. Default: the columns of the resource and of its relations to one row. */
  sortable?: readonly string[] | undefined
  /** The language of the response, for an order by a translated text. */
  language?: Language | undefined
  /** Whether few of the rows can match the conditions, for an order by a translated text. */
  isFiltered?: boolean | undefined
  /** Whether the conditions read much of a table, such as all prices. A list with `q` always does. */
  isSearch?: boolean | undefined
  /** The response shows only rows of a relation that have these values. The keys are dotted paths of relations. */
  only?: Readonly<Record<string, Scope>> | undefined
}

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
 * @throws Forbidden if the caller may not read a selected relation, or related rows that a filter names.
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
  const { find, count: countAll, isSearch, search } = pageFinderOf(em, input, listing)
  if (search) await assertMayFindBy(em, search)
  const readPage = async () => {
    const { keys, ...page } = await find()
    return { ...page, ...(await readFoundRows(em, keys, settings)) }
  }
  const { runList, runSearch } = connectionQueuesOf(em)
  // A search reads the page and then the count, so that it holds only one connection at a time.
  const [{ rows, count, ...cursor }, counted] = isSearch
    ? [await runSearch(readPage), countAll && (await runSearch(countAll))]
    : await runList(() => Promise.all([readPage(), countAll?.()]))
  const isCounted = listing.hasCount !== false
  return { rows, count: isCounted ? (counted ?? count ?? null) : null, offset, limit, ...cursor }
}

function parseReadSettings<Row>(input: PageInput, listing: ListOptions<Row>): ReadSettings<Row> {
  const { resource, withDeleted, only } = listing
  const selection = restrictSelection(parseReadableSelection(listing, input), only)
  return { resource, selection, withDeleted, isDefault: !isCustomSelection(input) && !only }
}
