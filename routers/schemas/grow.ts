import { storedTimes } from './stored-time.ts'
import type { Branch, Pair, RelatedBranch, TreeStatement } from './tree-statement.ts'

export type Row = Record<string, unknown>

/** One of the lists that the statement of a tree finds, by the name that it gave; null where it has found nothing. */
export interface Found {
  name: string
  rows: readonly unknown[] | null
}

/**
 * Grows the trees of a statement while its lists come: each row is put into those that it relates to, which have come
 * before. What stands at several places is another object at each.
 */
export class Growth {
  readonly #statement: TreeStatement
  readonly #keys: readonly string[]
  /** The rows of each branch that has come, once for each of their places. */
  readonly #places = new Map<Branch, readonly Row[]>()
  readonly #pairs = new Map<string, readonly Pair[]>()

  /** `keys` are those of the trees in their order; one that is not found is left out. */
  constructor(statement: TreeStatement, keys: readonly string[]) {
    this.#statement = statement
    this.#keys = keys
  }

  take = ({ name, rows }: Found): void => {
    const branch = this.#statement.branches.get(name)
    if (!branch) this.#pairs.set(name, (rows ?? []) as Pair[])
    else this.#places.set(branch, withTimes(this.#placed(branch, rowsOf(branch, rows ?? [])), branch))
  }

  /** The trees, when all lists have come. */
  finish(): Row[] {
    // The methods of an entity would stand in the way of what is yet to be put into its rows.
    for (const [{ prototype }, rows] of this.#places)
      if (prototype) for (const row of rows) Object.setPrototypeOf(row, prototype)
    return [...(this.#places.get(this.#statement.root) ?? [])]
  }

  /** Each row as often as it has a place. */
  #placed(branch: Branch | RelatedBranch, rows: readonly Row[]): readonly Row[] {
    const hand = handing()
    if (!('parent' in branch)) return this.#inOrder(rows).map(hand)
    const { name, parent, link, links } = branch
    const byKey = links
      ? pivoted(rows, link.far, this.#pairs.get(links) ?? [])
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

/** The rows of a branch, which are found as lists of their values. */
function rowsOf({ columns, blank }: Branch, lists: readonly unknown[]): Row[] {
  return (lists as readonly unknown[][]).map((values) => {
    const row: Row = { ...blank }
    for (let i = 0; i < columns.length; i++) if (values[i] !== null) row[columns[i]!] = values[i]
    return row
  })
}

function withTimes(rows: readonly Row[], { times }: Branch): readonly Row[] {
  const read = storedTimes()
  for (const row of rows)
    for (const name of times) {
      const value = row[name]
      if (typeof value === 'string') row[name] = read(value)
    }
  return rows
}

/** In the order of the rows. */
function pivoted(rows: readonly Row[], key: string, pairs: readonly Pair[]): Map<unknown, Row[]> {
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
function handing(): (row: Row) => Row {
  const handed = new Set<Row>()
  return (row) => {
    if (handed.has(row)) return copied(row) as Row
    handed.add(row)
    return row
  }
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (typeof value !== 'object' || value === null) return value
  const copy: Row = { ...value }
  for (const name in copy) if (typeof copy[name] === 'object') copy[name] = copied(copy[name])
  return copy
}
