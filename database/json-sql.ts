/* Fragments of a statement that answers rows inside of rows as JSON; `fromJson` turns them into rows again. */

/** The rows of a query as a list, which is empty where there are none. */
export const jsonListSql = (rows: string) => `coalesce((select json_agg(listed) from (${rows}) listed), '[]')`

/** The row of a query, or null. */
export const jsonRowSql = (columns: string) => `(select to_json(shown) from (${columns}) shown)`
