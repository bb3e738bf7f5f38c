/* SQL fragments that return nested rows as JSON. `fromJson` parses the JSON. */

export const jsonListSql = (rows: string) => `coalesce((select json_agg(listed) from (${rows}) listed), '[]')`

export const jsonRowSql = (columns: string) => `(select to_json(shown) from (${columns}) shown)`
