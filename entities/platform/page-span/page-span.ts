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

/**
 * Returns the SQL of the count of a list. A page that is not full needs no count. `$1` is the limit, `$2` the offset, and the
 * table `page` has the keys of the page.
 */
export const pageCountSql = (count: string): string =>
  `select case when n < $1 and (n > 0 or $2 = 0) then n + $2 else (${count}) end from (select count(*) as n from page) found`
