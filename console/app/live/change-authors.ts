import type { Author, Change } from './change.ts'

const REMEMBERED_ROWS = 500
/** An event belongs to the change of a user at the same time, and does not name the user. */
const SAME_CHANGE = 2000
const authors = new Map<string, Pick<Change, 'by' | 'at'>>()

/** Remembers the authors of the latest changes until the console is loaded again. */
export function rememberAuthors(changes: readonly Change[]): void {
  for (const { ids, by, at } of changes)
    for (const id of ids) {
      const known = authors.get(id)
      if (!by && known?.by && at.getTime() - known.at.getTime() < SAME_CHANGE) continue
      authors.delete(id)
      authors.set(id, { by, at })
    }
  for (const id of [...authors.keys()].slice(0, -REMEMBERED_ROWS)) authors.delete(id)
}

/** The author of the latest change of a row. Undefined if no change is known. */
export const authorOf = (id: string): Author | undefined => authors.get(id)?.by
