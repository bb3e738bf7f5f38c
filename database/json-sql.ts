/* Fragments of statements that return nested rows as JSON. `fromJson` parses them. */

/** The rows of a query as a JSON list. */
export const jsonListSql = (rows: string) => `coalesce((select json_agg(listed) from (${rows}) listed), '[]')`

/** The row of a query as JSON, or null. */
export const jsonRowSql = (columns: string) => `(select to_json(shown) from (${columns}) shown)`
