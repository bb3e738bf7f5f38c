import type { Author, Change } from './change.ts'

const REMEMBERED_ROWS = 500
const authors = new Map<string, Author>()

/** Remembers the authors of the latest changes until the console is loaded again. */
export function rememberAuthors(changes: readonly Change[]): void {
  for (const { ids, by } of changes)
    for (const id of ids) {
      authors.delete(id)
      authors.set(id, by)
    }
  for (const id of [...authors.keys()].slice(0, -REMEMBERED_ROWS)) authors.delete(id)
}

/** The author of the latest change of a row. Undefined if no change is known. */
export const authorOf = (id: string): Author | undefined => authors.get(id)
