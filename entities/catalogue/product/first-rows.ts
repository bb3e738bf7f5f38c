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
