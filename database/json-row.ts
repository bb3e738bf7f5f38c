import { createTimeParser } from './stored-time.ts'

/** Columns of a stored row. An empty column is null, never undefined. */
export type StoredColumns<Entity, Name extends keyof Entity> = { [Key in Name]: Exclude<Entity[Key], undefined> }

/** Properties that hold what a client sent: nothing in them is ours to read. */
const OPAQUE = new Set(['metadata', 'context', 'data'])

/**
 * Turns what PostgreSQL wrote as JSON into the row it was: the times of its `…_at` columns, and those of the rows inside
 * it, are dates again. Changes the value that it is given.
 */
export function fromJson<Row>(json: unknown): Row {
  revive(json, createTimeParser())
  return json as Row
}

function revive(value: unknown, timeOf: (text: string) => Date): void {
  if (Array.isArray(value)) {
    for (const element of value) revive(element, timeOf)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const row = value as Record<string, unknown>
  for (const key in row) {
    const column = row[key]
    if (typeof column === 'string') {
      if (key.endsWith('_at')) row[key] = timeOf(column)
    } else if (typeof column === 'object' && !OPAQUE.has(key)) {
      revive(column, timeOf)
    }
  }
}
