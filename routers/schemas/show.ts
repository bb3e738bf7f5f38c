import { blankRow } from './blank-row.ts'
import type { Selection } from './selection.ts'

type Row = Record<string, unknown>

const shownRows = new WeakSet<object>()

/** Whether `show` made it: then it has nothing that its resource does not name, and need not be looked through again. */
export const isShown = (row: unknown): boolean => typeof row === 'object' && row !== null && shownRows.has(row)

/**
 * A row as plain data: the selected columns and relations and nothing else. A column or a relation that an entity
 * computes is a method of it with that name.
 */
export function show<Shown>(row: object, selection: Selection): Shown {
  return markShown(selection.isReadAsShown ? row : showRow(row, selection)) as Shown
}

/** For what makes rows that hold nothing but what their resource names. */
export function markShown<Shown extends object>(row: Shown): Shown {
  shownRows.add(row)
  return row
}

function showRow(row: object, selection: Selection): Row {
  const from = row as Row
  const { blank, columns, relations } = shapeOf(selection)
  const shown = { ...blank }
  for (const name of columns) shown[name] = shownValue(from, name) ?? null
  for (const [name, nested] of relations) shown[name] = showRelation(shownValue(from, name), nested)
  return shown
}

/** A selection as it is gone through, and a row of it without values. */
interface Shape {
  columns: readonly string[]
  relations: readonly (readonly [name: string, Selection])[]
  blank: Readonly<Row>
}

const shapes = new WeakMap<Selection, Shape>()

function shapeOf(selection: Selection): Shape {
  const known = shapes.get(selection)
  if (known) return known
  const { columns, relations } = selection
  const shape = { columns: [...columns], relations: [...relations], blank: blankRow([...columns, ...relations.keys()]) }
  shapes.set(selection, shape)
  return shape
}

function shownValue(row: Row, name: string): unknown {
  const value = row[name]
  return typeof value === 'function' ? value.call(row) : value
}

function showRelation(related: unknown, selection: Selection): unknown {
  if (related === null || related === undefined) return null
  if (selection.isReadAsShown) return related
  if (typeof related === 'object' && Symbol.iterator in related)
    return [...(related as Iterable<object>)].map((row) => showRow(row, selection))
  return showRow(related as object, selection)
}
