import type { Resource } from './define-resource.ts'
import { markProjected } from './project-row.ts'

type Row = Record<string, unknown>

/** Returns the columns and relations that the resource declares. Omits columns that the row does not have. */
export function serializeRow<Shown>(resource: Resource<Shown>, row: object): Shown
export function serializeRow(resource: Resource, row: object): object {
  return isRow(row) ? markProjected(serialize(shapeOf(resource), row)) : row
}

interface RowShape {
  columns: readonly string[]
  relations: readonly { name: string; storedName: string; isListOfOne: boolean; shape: () => RowShape }[]
}

const shapes = new WeakMap<Resource, RowShape>()

function shapeOf(resource: Resource): RowShape {
  const cached = shapes.get(resource)
  if (cached) return cached
  const { columns, occasionalNames, relations } = resource.model
  const shape = {
    columns: [...columns, ...occasionalNames],
    relations: Array.from(relations, ([name, { resource: related, storedName = name, isListOfOne }]) => ({
      name,
      storedName,
      isListOfOne,
      shape: () => shapeOf(related),
    })),
  }
  shapes.set(resource, shape)
  return shape
}

function serialize({ columns, relations }: RowShape, row: Row): Row {
  const shown: Row = {}
  for (const name of columns) {
    const value = row[name]
    if (value !== undefined) shown[name] = value
  }
  for (const { name, storedName, isListOfOne, shape } of relations) {
    const value = row[storedName]
    if (value === undefined) continue
    const related = serializeRelated(shape, value)
    shown[name] = isListOfOne ? [related ?? []].flat() : related
  }
  return shown
}

function serializeRelated(shape: () => RowShape, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => serialize(shape(), one))
  return isRow(value) ? serialize(shape(), value) : null
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
