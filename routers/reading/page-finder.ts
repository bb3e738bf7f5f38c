import type { EntityManager } from '@mikro-orm/postgresql'
import { findKeys, type RowSearch, type Sorting } from '#database/read/find-keys.ts'
import { findPositions } from '#database/read/find-positions.ts'
import type { Page } from '#database/read/read-trees.ts'
import type { Span } from '#entities/platform/page-span/page-span.ts'
import { countListRows } from './count-rows.ts'
import { createCursorCodec, isCursorPage } from './cursor.ts'
import type { ListOptions, PageInput } from './list-rows.ts'
import { cursorSecretOfViewer } from './reach.ts'
import { searchKeys } from './search-keys.ts'
import { findSimplePage, simplePage } from './simple-page.ts'
import { listSorting } from './sorting.ts'

interface FoundPage {
  /** The keys of the page in its order, or the statement that finds them with the rows and the count. */
  keys: readonly string[] | Page
  /** Undefined if a separate statement counts the rows. */
  count?: number | undefined
  next_cursor?: string | null
}

export type FindPage = (span: Span) => FoundPage | Promise<FoundPage>

interface PageFinder {
  find(): FoundPage | Promise<FoundPage>
  /** Counts all rows, if `find` does not. */
  count?: (() => Promise<number>) | undefined
  /** Whether the rows are searched for a text or a price, which takes long. */
  isSearch: boolean
  /** Undefined if the list finds its page itself. */
  search?: RowSearch
}

/**
 * Chooses how a list finds a page. Parses `order` and `cursor` immediately, so that invalid input
 * causes no database statement.
 *
 * | The page | One statement finds |
 * | --- | --- |
 * | is found by the `page` of the list, in the default order | keys and count, or also the rows |
 * | is after a cursor | the keys; a second one counts |
 * | has no conditions, and the default order | keys, count and rows |
 * | has no conditions, and another order | keys and count, because each order would need another statement for the rows |
 * | is searched for a text or a price, and counted | keys and count |
 * | has few rows in the order of a translated text, and is counted | keys and count |
 * | has other conditions | the keys; a second one counts |
 */
export function pageFinderOf<Row>(em: EntityManager, input: PageInput, listing: ListOptions<Row>): PageFinder {
  const { limit, offset, order } = input
  const isSearch = Boolean(input.q) || listing.isSearch === true
  if (isCursorPage(input)) return { ...findAfterCursor(em, input, listing), isSearch }
  const { page, hasCount: isCounted = true } = listing
  if (page && !order) return { find: () => page({ limit, offset }), isSearch: false }
  const { search, sorting } = planPage(em, input, listing)
  const simple = simplePage(em, { search, sorting }, { limit, offset, isCounted })
  if (simple) return { find: () => (order ? findSimplePage(em, simple) : { keys: simple }), isSearch: false, search }
  if ((isSearch || sorting.isOfFew) && isCounted)
    return { find: () => searchKeys(em, { search, sorting }, { limit, offset }), isSearch, search }
  return {
    find: async () => ({ keys: limit === 0 ? [] : await findKeys(em, search, { sorting, limit, offset }) }),
    count: isCounted ? () => countListRows(em, search) : undefined,
    isSearch,
    search,
  }
}

interface PagePlan {
  sorting: Sorting
  search: RowSearch
}

function planPage<Row>(em: EntityManager, input: PageInput, listing: ListOptions<Row>): PagePlan {
  const { resource, where = [], withDeleted, defaultOrder, sortable, language, isFiltered } = listing
  const { entity } = resource.model
  const sorting = listSorting(em, resource, { order: input.order || defaultOrder, sortable, language, isFiltered })
  return { sorting, search: { entity, where, filters: withDeleted ? { alive: false } : {} } }
}

function findAfterCursor<Row>(em: EntityManager, input: PageInput, listing: ListOptions<Row>) {
  const { sorting, search } = planPage(em, input, listing)
  const { className } = em.getMetadata().get(search.entity)
  const list = [className, listing.withDeleted, search.where, cursorSecretOfViewer()]
  const cursors = createCursorCodec(sorting, list)
  const last = cursors.read(input)
  const { limit } = input
  const find = async (): Promise<FoundPage> => {
    // The additional row shows whether there is a next page.
    const found = await findPositions(em, search, { sorting, last, limit: limit + 1 })
    const page = found.slice(0, limit)
    const end = page.at(-1)
    const next_cursor = found.length > limit && end ? cursors.write(end) : null
    return { keys: page.map(({ key }) => key), next_cursor }
  }
  const isCounted = listing.hasCount !== false && input.with_count === true
  return { find, count: isCounted ? () => countListRows(em, search) : undefined, search }
}
