import type { EntityManager } from '@mikro-orm/postgresql'
import { blankRow } from '#database/read/assemble-tree.ts'
import type { Selection } from '#database/read/model.ts'
import type { ReadNode } from '#database/read/plan.ts'
import type { Resource } from './define-resource.ts'
import { isRow, type PlainRow } from './is-row.ts'
import { parseSelection, type SelectionDefaults } from './selection.ts'

type Model<Shown = unknown> = Resource<Shown>['model']

/** The columns and relations of a row that a response shows. */
export interface Projection {
  columns: readonly string[]
  relations: readonly (readonly [name: string, Projection])[]
  compute: ((row: object) => object) | undefined
  /** True if rows of the plan have exactly the shown columns and relations, so the server returns them unchanged. */
  isExact: boolean
}

const projections = new WeakMap<Selection, Projection>()
const readProjections = new WeakMap<ReadNode, Projection>()

export function projectionOfPlan(model: Model, selection: Selection, plan: ReadNode): Projection {
  const projection = readProjections.get(plan) ?? createProjection(model, selection, plan)
  readProjections.set(plan, projection)
  return projection
}

function createProjection(model: Model, { columns, relations }: Selection, node?: ReadNode): Projection {
  const nested = Array.from(relations).flatMap(([name, selection]): [name: string, Projection][] => {
    const edge = node?.edges.find((one) => one.name === name)
    const related = model.relations.get(name)?.model
    return related ? [[name, createProjection(related, selection, edge?.node)]] : []
  })
  const isExact =
    node !== undefined &&
    model.computed === undefined &&
    node.columns.length === columns.size &&
    node.columns.every((name) => columns.has(name)) &&
    node.edges.length === nested.length &&
    nested.every(([, { isExact }]) => isExact)
  return { columns: [...columns], relations: nested, compute: model.computed?.compute, isExact }
}

/** Returns a row, with loaded relations, as its resource shows the row. Computed columns change `row` itself. */
export function projectLoadedRow<Shown>(row: object, { model }: Resource<Shown>, selection: Selection): Shown {
  const projection = projections.get(selection) ?? createProjection(model, selection)
  projections.set(selection, projection)
  return projectRow(row, model, projection)
}

interface View<Shown> {
  resource: Resource<Shown>
  defaults: SelectionDefaults
}

/**
 * Returns plain data, which has the columns and relations of an entity, as the view shows it. Computed columns
 * change the given rows.
 */
export function projectPlainRow<Shown>(em: EntityManager, row: object, { resource, defaults }: View<Shown>): Shown {
  const { prototype } = em.getMetadata().get(resource.model.entity)
  const instance = Object.setPrototypeOf({ ...row }, prototype)
  return projectLoadedRow(instance, resource, parseSelection(resource, {}, defaults))
}

/** Returns the columns and relations of the projection as plain data. Computes a row before its nested rows. */
export function projectRow<Shown>(row: object, model: Model<Shown>, projection: Projection): Shown
export function projectRow(row: object, _model: Model, projection: Projection): object {
  return isRow(row) ? markProjected(project(row, projection)) : row
}

const projectedRows = new WeakSet<object>()

/** Returns true if the row was projected, so it has only properties of its resource. */
export const isProjected = (row: unknown): boolean => isRow(row) && projectedRows.has(row)

export function markProjected<Shown extends object>(row: Shown): Shown {
  projectedRows.add(row)
  return row
}

function project(row: PlainRow, { columns, relations, compute, isExact }: Projection): PlainRow {
  if (isExact) return row
  if (compute) Object.assign(row, compute(row))
  const shown = { ...blankOf(columns, relations) }
  for (const name of columns) shown[name] = propertyValue(row, name) ?? null
  for (const [name, nested] of relations) shown[name] = projectRelated(propertyValue(row, name), nested)
  return shown
}

const blankRows = new WeakMap<object, PlainRow>()

function blankOf(columns: Projection['columns'], relations: Projection['relations']): PlainRow {
  const blank = blankRows.get(columns) ?? blankRow([...columns, ...relations.map(([name]) => name)])
  blankRows.set(columns, blank)
  return blank
}

function propertyValue(row: PlainRow, name: string): unknown {
  const value = row[name]
  return typeof value === 'function' ? value.call(row) : value
}

function projectRelated(related: unknown, projection: Projection): unknown {
  if (!isRow(related)) return null
  if (projection.isExact) return related
  return isRowList(related) ? Array.from(related, (row) => project(row, projection)) : project(related, projection)
}
const isRowList = (value: object): value is Iterable<PlainRow> => Symbol.iterator in value
