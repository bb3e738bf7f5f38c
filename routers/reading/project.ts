import { blankRow } from './blank-row.ts'
import type { Selection } from './selection.ts'

type Row = Record<string, unknown>

const projectedRows = new WeakSet<object>()

/** Whether `show` made it: then it has nothing that its resource does not name, and need not be looked through again. */
export const isProjected = (row: unknown): boolean => typeof row === 'object' && row !== null && projectedRows.has(row)

/**
 * A row as plain data: the selected columns and relations and nothing else. A column or a relation that an entity
 * computes is a method of it with that name.
 */
export function project<Shown>(row: object, selection: Selection): Shown {
  return markProjected(selection.isReadAsShown ? row : projectRow(row, selection)) as Shown
}

/** For what makes rows that hold nothing but what their resource names. */
export function markProjected<Shown extends object>(row: Shown): Shown {
  projectedRows.add(row)
  return row
}

function projectRow(row: object, selection: Selection): Row {
  const from = row as Row
  const { blank, columns, relations } = projectionPlanOf(selection)
  const shown = { ...blank }
  for (const name of columns) shown[name] = projectValue(from, name) ?? null
  for (const [name, nested] of relations) shown[name] = projectRelation(projectValue(from, name), nested)
  return shown
}

/** A selection as it is gone through, and a row of it without values. */
interface ProjectionPlan {
  columns: readonly string[]
  relations: readonly (readonly [name: string, Selection])[]
  blank: Readonly<Row>
}

const projectionPlans = new WeakMap<Selection, ProjectionPlan>()

function projectionPlanOf(selection: Selection): ProjectionPlan {
  const known = projectionPlans.get(selection)
  if (known) return known
  const { columns, relations } = selection
  const shape = { columns: [...columns], relations: [...relations], blank: blankRow([...columns, ...relations.keys()]) }
  projectionPlans.set(selection, shape)
  return shape
}

function projectValue(row: Row, name: string): unknown {
  const value = row[name]
  return typeof value === 'function' ? value.call(row) : value
}

function projectRelation(related: unknown, selection: Selection): unknown {
  if (related === null || related === undefined) return null
  if (selection.isReadAsShown) return related
  if (typeof related === 'object' && Symbol.iterator in related)
    return [...(related as Iterable<object>)].map((row) => projectRow(row, selection))
  return projectRow(related as object, selection)
}
