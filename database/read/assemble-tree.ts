import type { PlainRow } from '../fast-rows.ts'
import { createTimeParser } from '../stored-time.ts'
import { primaryKeyName } from './entity-metadata.ts'
import type { ReadNode } from './plan.ts'
import type { RowList, TreeStatement } from './tree-statement.ts'

export interface AnsweredList {
  name: string
  rows: readonly (readonly unknown[])[] | null
}

/** Assembles a tree. Each parent of a row gets its own copy, because computations change each copy separately. */
export class TreeAssembler {
  readonly #statement: TreeStatement
  keys: readonly string[]
  count = 0
  readonly #rows = new Map<RowList, readonly PlainRow[]>()
  readonly #pairs = new Map<string, readonly (readonly unknown[])[]>()
  #roots: readonly (PlainRow | undefined)[] = []

  constructor(statement: TreeStatement, keys: readonly string[]) {
    this.#statement = statement
    this.keys = keys
  }

  take({ name, rows }: AnsweredList): void {
    const list = this.#statement.lists.get(name)
    if (!list) this.#pairs.set(name, rows ?? [])
    else this.#rows.set(list, this.#place(list, rowsOf(list, rows ?? [])))
  }

  separateRows() {
    return Array.from(this.#rows).flatMap(([{ node, parent }, rows]) => {
      if (!parent?.edge.isSeparate || rows.length === 0) return []
      const { name } = parent.edge
      const key = primaryKeyName(node.meta)
      const put = (trees: readonly (PlainRow | undefined)[]) => {
        const treeOf = new Map<unknown, PlainRow | undefined>(rows.map((row, i) => [row, trees[i]]))
        for (const owner of this.#rows.get(parent.list) ?? [])
          owner[name] = [owner[name]].flat().flatMap((row) => treeOf.get(row) ?? [])
      }
      return [{ node, roots: rows.map((row) => String(row[key])), put }]
    })
  }

  /** Returns the rows with these keys. Call it after `put` has received all separate rows. */
  finish(): readonly (PlainRow | undefined)[] {
    // A relation may have the name of a method, so its value is set last.
    for (const [{ node }, rows] of this.#rows)
      if (node.prototype) for (const row of rows) Object.setPrototypeOf(row, node.prototype)
    return this.#roots
  }

  #place(list: RowList, rows: readonly PlainRow[]): readonly PlainRow[] {
    const placed = list.parent ? this.#placeRelated(rows, list.parent) : this.#placeRoots(rows, list.node)
    parseTimes(list.node, placed)
    return placed
  }

  #placeRoots(rows: readonly PlainRow[], { meta }: ReadNode): readonly PlainRow[] {
    const key = primaryKeyName(meta)
    const byKey = new Map(rows.map((row) => [String(row[key]), row]))
    const copyOf = createCopier()
    const [keys = this.keys, [count] = [0]] = this.#pairs.get('page') ?? []
    this.keys = keys.map(String)
    this.count = Number(count)
    this.#roots = this.keys.map((one) => byKey.get(one)).map((row) => row && copyOf(row))
    return this.#roots.filter((row) => row !== undefined)
  }

  #placeRelated(rows: readonly PlainRow[], { list, edge, pairs }: NonNullable<RowList['parent']>): readonly PlainRow[] {
    const { near, far, isList } = edge.link
    const byNear = pairs ? groupByPairs(rows, far, this.#pairs.get(pairs) ?? []) : Map.groupBy(rows, (row) => row[far])
    const copyOf = createCopier()
    return (this.#rows.get(list) ?? []).flatMap((owner) => {
      const related = (byNear.get(owner[near]) ?? []).map(copyOf)
      owner[edge.name] = isList ? related : (related[0] ?? null)
      return related
    })
  }
}

function rowsOf({ columns, blank }: RowList, lists: readonly (readonly unknown[])[]): PlainRow[] {
  return lists.map((values) => {
    const row = { ...blank }
    for (let i = 0; i < columns.length; i++) if (values[i] !== null) row[columns[i] ?? ''] = values[i]
    return row
  })
}

function groupByPairs(
  rows: readonly PlainRow[],
  key: string,
  pairs: readonly (readonly unknown[])[],
): Map<unknown, PlainRow[]> {
  const pairsByFar = Map.groupBy(pairs, ([, far]) => far)
  const byNear = new Map<unknown, PlainRow[]>()
  for (const row of rows)
    for (const [near] of pairsByFar.get(row[key]) ?? []) byNear.set(near, [...(byNear.get(near) ?? []), row])
  return byNear
}

function createCopier(): (row: PlainRow) => PlainRow {
  const used = new Set<PlainRow>()
  return (row) => {
    const isFirst = !used.has(row)
    used.add(row)
    if (isFirst) return row
    const copy = { ...row }
    for (const name in copy) if (typeof copy[name] === 'object') copy[name] = structuredClone(copy[name])
    return copy
  }
}

function parseTimes({ timeColumns }: ReadNode, rows: readonly PlainRow[]): void {
  const parse = createTimeParser()
  for (const row of rows)
    for (const name of timeColumns) {
      const value = row[name]
      if (typeof value === 'string') row[name] = parse(value)
    }
}
