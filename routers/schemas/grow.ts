import { StoredTime } from './stored-time.ts'
import type { Branch, Pair, RelatedBranch } from './tree-statement.ts'

export type Row = Record<string, unknown>

/** What the statement of a tree has found, by the names that it gave. */
export type Found = Record<string, readonly unknown[] | null>

/** The rows of a branch, which are found as lists of their values. */
export function rowsOf({ rows, columns, blank }: Branch, found: Found): Row[] {
  const lists = (found[rows] ?? []) as unknown[][]
  return lists.map((values) => {
    const row: Row = { ...blank }
    for (let i = 0; i < columns.length; i++) if (values[i] !== null) row[columns[i]!] = values[i]
    return row
  })
}

/** Puts rows into those that they relate to. What stands at several places is another object at each. */
export function grow(rows: readonly Row[], { related, times, prototype }: Branch, found: Found): void {
  for (const branch of related) grow(placed(rows, branch, found), branch, found)
  for (const row of rows) {
    for (const name of times) {
      const value = row[name]
      if (typeof value === 'string') row[name] = new StoredTime(value)
    }
    if (prototype) Object.setPrototypeOf(row, prototype)
  }
}

/** Each row as often as it has a place in `parents`. */
function placed(parents: readonly Row[], branch: RelatedBranch, found: Found): Row[] {
  const { rows, name, link } = branch
  const all = rowsOf(branch, found)
  const byKey = link.pivot
    ? pivoted(all, link.far, (found[`${rows}_links`] ?? []) as Pair[])
    : Map.groupBy(all, (row) => row[link.far])
  const hand = handing()
  const places: Row[] = []
  for (const parent of parents) {
    const related = byKey.get(parent[link.near])?.map(hand) ?? []
    for (const row of related) places.push(row)
    parent[name] = link.isList ? related : (related[0] ?? null)
  }
  return places
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
export function handing(): (row: Row) => Row {
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
