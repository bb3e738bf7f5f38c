import { createTimeParser } from './stored-time.ts'

export const jsonListSql = (rows: string) => `coalesce((select json_agg(listed) from (${rows}) listed), '[]')`

/* All columns of one table. PostgreSQL begins such a subquery faster than one that lists the same columns. */
export const wholeRowSql = (table: string, where: string) => `(select to_json(t) from ${table} t where ${where})`
export const wholeRowsSql = (table: string, where: string) =>
  `coalesce((select json_agg(t) from ${table} t where ${where}), '[]')`

/** JSON columns of clients. Texts in them are not times, even if a key ends in `_at`. */
const OPAQUE = new Set(['metadata', 'context', 'data'])

/** Parses the times of `…_at` columns in a row that PostgreSQL returned as JSON, and in its nested rows. Changes `json`. */
export function fromJson<Row>(json: unknown): Row {
  revive(json, createTimeParser())
  return json as Row
}

function revive(value: unknown, timeOf: (text: string) => Date): void {
  if (Array.isArray(value)) {
    for (const element of value) revive(element, timeOf)
  } else if (typeof value === 'object' && value !== null) {
    const row = value as Record<string, unknown>
    for (const key in row) {
      const column = row[key]
      if (typeof column === 'object' && !OPAQUE.has(key)) revive(column, timeOf)
      else if (typeof column === 'string' && key.endsWith('_at')) row[key] = timeOf(column)
    }
  }
}
