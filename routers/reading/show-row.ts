import { blankRow, hasOnly, hideColumn, type Names, namesOf, type PlainRow } from '#database/fast-rows.ts'
import type { Selection } from '#database/read/model.ts'
import type { ReadNode } from '#database/read/plan.ts'
import { memoize } from '#entities/values/memoize.ts'
import type { Resource } from './define-resource.ts'
import { isRow } from './is-row.ts'

type Model = Resource['model']

/**
 * Returns the columns and relations of a row that a response shows, as plain data. With a selection, these are the selected
 * ones, and a missing value is null. Without one, these are all that the resource declares and the row has.
 * Computed columns change the given rows.
 */
export function showRow<Shown>(resource: Resource<Shown>, row: object, selection?: Selection): Shown
export function showRow({ model }: Resource, row: object, selection?: Selection): object {
  return show(row, selection ? selectedShape(selection, model) : wholeShape(model))
}

/** Returns the rows that the plan has read for the selection. */
export function showReadRows<Shown>(
  resource: Resource<Shown>,
  rows: readonly object[],
  read: { selection: Selection; plan: ReadNode },
): Shown[]
export function showReadRows(
  { model }: Resource,
  rows: readonly object[],
  { selection, plan }: { selection: Selection; plan: ReadNode },
): object[] {
  const shape = readShape(plan, model, selection)
  return rows.map((row) => show(row, shape))
}

interface Shape {
  columns: readonly string[]
  sparse: readonly string[]
  relations: readonly { name: string; storedName: string; isListOfOne: boolean; shape: () => Shape }[]
  compute: ((row: object) => object) | undefined
  /** The row before it gets its values. */
  blank: PlainRow
  /** The names of a row that is copied as a whole. */
  whole: Names | undefined
  /** True if the rows have exactly the shown columns and relations, so they are shown unchanged. */
  isExact: boolean
}

function shapeCache<Key extends object, Rest extends unknown[]>(create: (key: Key, ...rest: Rest) => Shape) {
  const shapes = new WeakMap<Key, Shape>()
  return (key: Key, ...rest: Rest): Shape => {
    const known = shapes.get(key)
    if (known) return known
    const shape = create(key, ...rest)
    shapes.set(key, shape)
    return shape
  }
}

const selectedShape = shapeCache((selection: Selection, model: Model) => shapeOfSelection(model, selection))
const readShape = shapeCache((plan: ReadNode, model: Model, selection: Selection) =>
  shapeOfSelection(model, selection, plan),
)
const wholeShape = shapeCache((model: Model): Shape => {
  const columns = [...model.columns, ...model.occasionalNames]
  const relations = Array.from(model.relations, ([name, { model: related, storedName = name, isListOfOne }]) => ({
    name,
    storedName,
    isListOfOne,
    shape: memoize(() => wholeShape(related)),
  }))
  const whole = namesOf([...columns, ...relations.flatMap((one) => (one.name === one.storedName ? [one.name] : []))])
  return { columns, sparse: model.sparseNames, relations, compute: undefined, blank: {}, whole, isExact: false }
})

function shapeOfSelection(model: Model, { columns, relations }: Selection, node?: ReadNode): Shape {
  const shown = Array.from(relations).flatMap(([name, selection]) => {
    const edge = node?.edges.find((one) => one.name === name)
    const related = model.relations.get(name)?.model
    const shape = related && shapeOfSelection(related, selection, edge?.node)
    return shape ? [{ name, storedName: name, isListOfOne: false, shape: () => shape }] : []
  })
  const isExact =
    node !== undefined &&
    model.computed === undefined &&
    model.sparseNames.length === 0 &&
    node.columns.length === columns.size &&
    node.columns.every((name) => columns.has(name)) &&
    node.edges.length === shown.length &&
    shown.every(({ shape }) => shape().isExact)
  const blank = blankRow([...columns, ...shown.map(({ name }) => name)])
  const { computed, sparseNames: sparse } = model
  return {
    columns: [...columns],
    sparse,
    relations: shown,
    compute: computed?.compute,
    blank,
    whole: undefined,
    isExact,
  }
}

const shownRows = new WeakSet<object>()

/** Returns true if the row has only properties of its resource. */
export const isShown = (row: unknown): boolean => isRow(row) && shownRows.has(row)

export function markShown<Shown extends object>(row: Shown): Shown {
  shownRows.add(row)
  return row
}

const show = (row: object, shape: Shape): object => (isRow(row) ? markShown(copyShown(row, shape)) : row)

function copyShown(row: PlainRow, { columns, sparse, relations, compute, blank, whole, isExact }: Shape): PlainRow {
  if (isExact) return row
  if (compute) Object.assign(row, compute(row))
  const isWhole = whole !== undefined && hasOnly(whole, row)
  const shown = isWhole ? { ...row } : { ...blank }
  if (!isWhole)
    for (const name of columns) {
      const value = shownValue(row, name)
      if (value !== undefined) shown[name] = value
    }
  for (const name of sparse) if (!shown[name]) hideColumn(shown, name)
  for (const { name, storedName, isListOfOne, shape } of relations) {
    const value = shownValue(row, storedName)
    if (value === undefined) continue
    const related = copyRelated(value, shape())
    shown[name] = isListOfOne ? [related ?? []].flat() : related
  }
  return shown
}

function shownValue(row: PlainRow, name: string): unknown {
  const value = row[name]
  return typeof value === 'function' ? (value.call(row) ?? null) : value
}

function copyRelated(related: unknown, shape: Shape): unknown {
  if (!isRow(related)) return null
  if (shape.isExact) return related
  if (Array.isArray(related)) return related.map((row) => copyShown(row, shape))
  return isRowList(related) ? Array.from(related, (row) => copyShown(row, shape)) : copyShown(related, shape)
}

const isRowList = (value: object): value is Iterable<PlainRow> => Symbol.iterator in value
