import type { EntityManager } from '@mikro-orm/postgresql'
import type { RowSearch, Sorting } from '#database/read/find-keys.ts'
import { findPositions, type Position } from '#database/read/find-positions.ts'

export interface KeyWalk extends RowSearch {
  sorting: Sorting
  pageSize: number
  skip: number
  limit: number
}

/** Returns the keys of the rows, page by page. */
export async function* walkKeys(
  em: EntityManager,
  { sorting, pageSize, skip, limit, ...search }: KeyWalk,
): AsyncGenerator<string[]> {
  let last: Position | undefined
  for (let left = limit; left > 0; ) {
    const size = Math.min(pageSize, left)
    const found = await findPositions(em, search, { sorting, last, limit: size, offset: last ? 0 : skip })
    if (found.length > 0) yield found.map(({ key }) => key)
    left -= found.length
    last = found.at(-1)
    if (found.length < pageSize) return
  }
}
