import type { EntityManager } from '@mikro-orm/postgresql'
import type { RowSearch, Sorting } from '#database/read/find-keys.ts'
import { findPositions } from '#database/read/find-positions.ts'
import { createCursorCodec } from './cursor.ts'
import { cursorSecretOfKey } from './key-reach.ts'
import type { ListOptions, PageInput } from './list-rows.ts'
import { listSorting } from './sorting.ts'

export interface PagePlan {
  sorting: Sorting
  search: RowSearch
  withDeleted: boolean | undefined
}

/** Parses `order` immediately, so that invalid input causes no database statement. */
export function planPage<Row>(em: EntityManager, input: PageInput, listing: ListOptions<Row>): PagePlan {
  const { resource, where = [], withDeleted, defaultOrder, sortable } = listing
  const { entity } = resource.model
  const sorting = listSorting(em, resource, { order: input.order || defaultOrder, sortable })
  return { sorting, withDeleted, search: { entity, where, filters: withDeleted ? { alive: false } : {} } }
}

interface FoundPage {
  keys: string[]
  next_cursor: string | null
}

/** Returns the search for the keys after the cursor. Parses the cursor immediately. */
export function planCursorPage(em: EntityManager, input: PageInput, plan: PagePlan): () => Promise<FoundPage> {
  const { sorting, search, withDeleted } = plan
  const { className } = em.getMetadata().get(search.entity)
  const cursors = createCursorCodec(sorting, [className, withDeleted, search.where, cursorSecretOfKey()])
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
