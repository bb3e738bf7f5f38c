/** In SQL: a column of the cart `$1`, as long as that is open. */
export const openCartColumnSql = (column: string): string =>
  `(select ${column} from cart where id = $1 and completed_at is null)`
