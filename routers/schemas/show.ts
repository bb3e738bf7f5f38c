import type { Selection } from './selection.ts'

type Row = Record<string, unknown>

/**
 * A row as plain data: the selected columns and relations and nothing else. A column or a relation that an entity
 * computes is a method of it with that name.
 */
export function show<Shown>(row: object, selection: Selection): Shown {
  const from = row as Row
  const shown: Row = {}
  for (const name of selection.columns) {
    shown[name] = shownValue(from, name) ?? null
  }
  for (const [name, nested] of selection.relations) {
    const { listOf } = nested
    shown[name] = listOf
      ? showRelation([from[listOf] ?? []].flat(), nested)
      : showRelation(shownValue(from, name), nested)
  }
  return shown as Shown
}

function shownValue(row: Row, name: string): unknown {
  const value = row[name]
  return typeof value === 'function' ? value.call(row) : value
}

function showRelation(related: unknown, selection: Selection): unknown {
  if (related === null || related === undefined) return null
  if (typeof related === 'object' && Symbol.iterator in related)
    return Array.from(related as Iterable<object>, (row) => show(row, selection))
  return show(related as object, selection)
}
