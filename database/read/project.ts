import { blankRow, type Row } from './assemble-tree.ts'
import type { ReadModel } from './model.ts'
import type { Projection } from './plan.ts'

const projectedRows = new WeakSet<object>()

/** Returns true if the row was projected, so it has only properties of its model. */
export const isProjected = (row: unknown): boolean => isRow(row) && projectedRows.has(row)

export function markProjected<Row extends object>(row: Row): Row {
  projectedRows.add(row)
  return row
}

/**
 * Returns the columns and relations of the projection as plain data. Computes a row before its nested rows, and
 * changes it.
 */
export function projectRow<Shown>(row: object, model: ReadModel<Shown>, projection: Projection): Shown
export function projectRow(row: object, _model: ReadModel, projection: Projection): object {
  return isRow(row) ? markProjected(project(row, projection)) : row
}

function project(row: Row, { columns, relations, compute, isExact }: Projection): Row {
  if (isExact) return row
  if (compute) Object.assign(row, compute(row))
  const shown = { ...blankOf(columns, relations) }
  for (const name of columns) shown[name] = propertyValue(row, name) ?? null
  for (const [name, nested] of relations) shown[name] = projectRelated(propertyValue(row, name), nested)
  return shown
}

const blankRows = new WeakMap<object, Row>()

function blankOf(columns: Projection['columns'], relations: Projection['relations']): Row {
  const blank = blankRows.get(columns) ?? blankRow([...columns, ...relations.map(([name]) => name)])
  blankRows.set(columns, blank)
  return blank
}

function propertyValue(row: Row, name: string): unknown {
  const value = row[name]
  return typeof value === 'function' ? value.call(row) : value
}

function projectRelated(related: unknown, projection: Projection): unknown {
  if (!isRow(related)) return null
  if (projection.isExact) return related
  return isRowList(related) ? Array.from(related, (row) => project(row, projection)) : project(related, projection)
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
const isRowList = (value: object): value is Iterable<Row> => Symbol.iterator in value
