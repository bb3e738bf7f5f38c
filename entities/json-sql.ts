/* Fragments of a statement that answers rows inside of rows as JSON; `fromJson` turns them into rows again. */

/** The rows of a query as a list, which is empty where there are none. */
export const list = (rows: string) => `coalesce((select json_agg(listed) from (${rows}) listed), '[]')`

/** The row of a query, or null. */
export const row = (columns: string) => `(select to_json(shown) from (${columns}) shown)`
