export interface Span {
  limit: number
  offset: number
}

/**
 * The pages up to this row have a literal limit. For a limit in a parameter, PostgreSQL plans to read a tenth of the rows,
 * so it sorts too many.
 */
export const FIRST_ROWS = 200

export const isAmongFirst = ({ limit, offset }: Span): boolean => offset + limit <= FIRST_ROWS

/** Returns the count of a list if the page that was found ends the list. Such a page needs no count by PostgreSQL. */
export function countOfLastPage(found: number, { limit, offset }: Span): number | undefined {
  const isLast = found < limit && (found > 0 || offset === 0)
  return isLast ? found + offset : undefined
}

/**
 * Returns the SQL of `countOfLastPage`, or of `count` for other pages. `$1` is the limit, `$2` the offset, and the table
 * `page` has the keys of the page.
 */
export const pageCountSql = (count: string): string =>
  `select case when n < $1 and (n > 0 or $2 = 0) then n + $2 else (${count}) end from (select count(*) as n from page) found`
