import type { Resource } from './define-resource.ts'
import { isRow, type PlainRow } from './is-row.ts'
import { markProjected } from './project-row.ts'

/** Returns the columns and relations that the resource declares. Omits columns that the row does not have. */
export function serializeRow<Shown>(resource: Resource<Shown>, row: object): Shown
export function serializeRow(resource: Resource, row: object): object {
  return isRow(row) ? markProjected(serialize(shapeOf(resource), row)) : row
}

interface RowShape {
  columns: readonly string[]
  /** The columns and the relations with their stored name, as the keys of an object. */
  names: Readonly<Record<string, true>>
  relations: readonly { name: string; storedName: string; isListOfOne: boolean; shape: () => RowShape }[]
}

const shapes = new WeakMap<Resource, RowShape>()

function shapeOf(resource: Resource): RowShape {
  const cached = shapes.get(resource)
  if (cached) return cached
  const { columns, occasionalNames, relations } = resource.model
  const shownColumns = [...columns, ...occasionalNames]
  const shownRelations = Array.from(relations, ([name, { resource: related, storedName = name, isListOfOne }]) => ({
    name,
    storedName,
    isListOfOne,
    shape: () => shapeOf(related),
  }))
  const names = [...shownColumns, ...shownRelations.flatMap((one) => (one.name === one.storedName ? [one.name] : []))]
  const shape = { columns: shownColumns, names: keysOf(names), relations: shownRelations }
  shapes.set(resource, shape)
  return shape
}

const keysOf = (names: readonly string[]): RowShape['names'] => Object.fromEntries(names.map((name) => [name, true]))

function serialize({ columns, names, relations }: RowShape, row: PlainRow): PlainRow {
  const shown = isShown(names, row) ? { ...row } : pick(columns, row)
  for (const { name, storedName, isListOfOne, shape } of relations) {
    const value = row[storedName]
    if (value === undefined) continue
    const related = serializeRelated(shape, value)
    shown[name] = isListOfOne ? [related ?? []].flat() : related
  }
  return shown
}

/** Returns true for a row without other columns. V8 copies such a row at once, which is faster than column by column. */
function isShown(names: RowShape['names'], row: PlainRow): boolean {
  if (Object.getPrototypeOf(row) !== Object.prototype) return false
  for (const name in row) if (!names[name] || row[name] === undefined) return false
  return true
}

function pick(columns: readonly string[], row: PlainRow): PlainRow {
  const picked: PlainRow = {}
  for (const name of columns) {
    const value = row[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}

function serializeRelated(shape: () => RowShape, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => serialize(shape(), one))
  return isRow(value) ? serialize(shape(), value) : null
}
