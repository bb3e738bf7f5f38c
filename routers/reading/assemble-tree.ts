import { createTimeParser } from '#database/stored-time.ts'
import { primaryKeyName } from './entity-metadata.ts'
import type { Branch, EntitySelection, Pair, RelatedBranch, TreeStatement } from './tree-statement.ts'

export type Row = Record<string, unknown>

/** One of the lists that the statement of a tree finds, by the name that it gave; null where it has found nothing. */
export interface StatementList {
  name: string
  rows: readonly unknown[] | null
}

/** Rows of which only the keys have come. */
export interface DeferredTrees extends EntitySelection {
  /** In the order in which they stand, each as often as it has a place. */
  keys: readonly string[]
  /** Puts the trees, which are in that order, where they belong; one that is not there any more is left out. */
  put(trees: readonly Row[]): void
}

/**
 * Grows the trees of a statement while its lists come: each row is put into those that it relates to, which have come
 * before. What stands at several places is another object at each.
 */
export class TreeAssembler {
  readonly #statement: TreeStatement
  #keys: readonly string[] = []
  /** The rows of each branch that has come, once for each of their places. */
  readonly #places = new Map<Branch | RelatedBranch, readonly Row[]>()
  readonly #pairs = new Map<string, readonly Pair[]>()

  constructor(statement: TreeStatement) {
    this.#statement = statement
  }

  /** Is told the keys of the trees in their order, before any list; one that is not found is left out. */
  expect = (keys: readonly string[]): void => {
    this.#keys = keys
  }

  take = ({ name, rows }: StatementList): void => {
    const branch = this.#statement.branches.get(name)
    if (!branch) this.#pairs.set(name, (rows ?? []) as Pair[])
    else this.#places.set(branch, parseTimes(this.#placed(branch, rowsFromValues(branch, rows ?? [])), branch))
  }

  /** What is to be read when all lists have come. */
  awaited(): DeferredTrees[] {
    return Array.from(this.#places).flatMap(([branch, rows]) => {
      if (!('parent' in branch) || !branch.putOff || rows.length === 0) return []
      const { putOff, parent, name } = branch
      const key = primaryKeyName(putOff.meta)
      const put = (trees: readonly Row[]) => {
        const treeOf = matchTrees(rows, trees, key)
        for (const place of this.#places.get(parent) ?? [])
          place[name] = (place[name] as Row[]).map((row) => treeOf.get(row)).filter((tree) => tree !== undefined)
      }
      return [{ ...putOff, keys: rows.map((row) => row[key] as string), put }]
    })
  }

  /** The trees, when all that was awaited has come too. */
  finish(): Row[] {
    // The methods of an entity would stand in the way of what is yet to be put into its rows.
    for (const [{ prototype }, rows] of this.#places)
      if (prototype) for (const row of rows) Object.setPrototypeOf(row, prototype)
    return [...(this.#places.get(this.#statement.root) ?? [])]
  }

  /** Each row as often as it has a place. */
  #placed(branch: Branch | RelatedBranch, rows: readonly Row[]): readonly Row[] {
    const hand = createRowCopier(branch.columns)
    if (!('parent' in branch)) return this.#inOrder(rows).map(hand)
    const { name, parent, link, links } = branch
    const byKey = links
      ? groupRowsByPivot(rows, link.far, this.#pairs.get(links) ?? [])
      : Map.groupBy(rows, (row) => row[link.far])
    const places: Row[] = []
    for (const place of this.#places.get(parent) ?? []) {
      const related = byKey.get(place[link.near])?.map(hand) ?? []
      for (const row of related) places.push(row)
      place[name] = link.isList ? related : (related[0] ?? null)
    }
    return places
  }

  #inOrder(rows: readonly Row[]): Row[] {
    const { key } = this.#statement
    const byKey = new Map(rows.map((row) => [String(row[key]), row]))
    return this.#keys.map((one) => byKey.get(String(one))).filter((row) => row !== undefined)
  }
}

/** Which tree is that of a row: both are in one order, but trees may be missing. */
function matchTrees(rows: readonly Row[], trees: readonly Row[], key: string): Map<Row, Row> {
  const found = new Map<Row, Row>()
  for (const row of rows) {
    const tree = trees[found.size]
    if (tree && tree[key] === row[key]) found.set(row, tree)
  }
  return found
}

/** The rows of a branch, which are found as lists of their values. */
function rowsFromValues({ columns, blank }: Branch, lists: readonly unknown[]): Row[] {
  return (lists as readonly unknown[][]).map((values) => {
    const row: Row = { ...blank }
    for (let i = 0; i < columns.length; i++) if (values[i] !== null) row[columns[i]!] = values[i]
    return row
  })
}

function parseTimes(rows: readonly Row[], { times }: Branch): readonly Row[] {
  const read = createTimeParser()
  for (const row of rows)
    for (const name of times) {
      const value = row[name]
      if (typeof value === 'string') row[name] = read(value)
    }
  return rows
}

/** In the order of the rows. */
function groupRowsByPivot(rows: readonly Row[], key: string, pairs: readonly Pair[]): Map<unknown, Row[]> {
  const nearOf = Map.groupBy(pairs, ({ far }) => far)
  const byNear = rows.flatMap((row) => (nearOf.get(row[key] as string) ?? []).map(({ near }) => ({ near, row })))
  return new Map(
    Array.from(
      Map.groupBy(byNear, ({ near }) => near),
      ([near, some]) => [near, some.map(({ row }) => row)],
    ),
  )
}

/** Hands out each row itself once, and copies of it from then on. */
function createRowCopier(columns: readonly string[]): (row: Row) => Row {
  /** The columns of a row that was handed out of which the values are to be copied too. */
  const handed = new Map<Row, readonly string[] | undefined>()
  return (row) => {
    if (!handed.has(row)) {
      handed.set(row, undefined)
      return row
    }
    const objects = handed.get(row) ?? columns.filter((name) => typeof row[name] === 'object' && row[name] !== null)
    handed.set(row, objects)
    const copy = { ...row }
    for (const name of objects) copy[name] = structuredClone(copy[name])
    return copy
  }
}
