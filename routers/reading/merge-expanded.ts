import type { PlainRow } from '#database/fast-rows.ts'
import { isRow } from './is-row.ts'

/** Copies the relation at a dotted path from the rows in `source` to the rows with the same ID in `target`. */
export function mergeExpanded(target: object, source: object, path: string): void {
  if (isRow(target) && isRow(source)) merge(target, source, path.split('.'))
}

function merge(target: PlainRow, source: PlainRow, [name, ...nestedPath]: readonly string[]): void {
  if (name === undefined) return
  if (target[name] === undefined) target[name] = source[name]
  const rowsById = new Map(rowsIn(target[name]).map((row) => [row.id, row]))
  for (const row of rowsIn(source[name])) {
    const match = rowsById.get(row.id)
    if (match) merge(match, row, nestedPath)
  }
}

const rowsIn = (value: unknown): PlainRow[] => [value].flat().filter(isRow)
