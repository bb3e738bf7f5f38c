/** SQL that selects a column of cart `$1`, or null if the cart is completed. */
export const openCartColumnSql = (column: string): string =>
  `(select ${column} from cart where id = $1 and completed_at is null)`
