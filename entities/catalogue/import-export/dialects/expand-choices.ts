import type { Choice } from './cells.ts'

interface Chosen<Row> {
  row: Row
  choices: readonly Choice[]
}

interface Expanded<Row> extends Chosen<Row> {
  isExpanded: boolean
  /** Whether the row has more than 1,000 variants, so that some are missing. */
  isCut: boolean
}

const MAX_VARIANTS = 1000

/**
 * Replaces each empty value by all values of its option. A variant that names all its values wins over one that does not.
 * A row gives at most 1,000 variants.
 * @example { Size: ['S', 'M'] } and a variant without a size give one variant in S and one in M.
 */
export function expandChoices<Row>(
  valuesByName: ReadonlyMap<string, readonly string[]>,
  variants: readonly Chosen<Row>[],
): Expanded<Row>[] {
  const expanded = variants.map(({ row, choices }) => ({ row, ...combinationsOf(valuesByName, choices) }))
  const taken = new Set<string>()
  for (const { all } of expanded) if (all.length === 1 && all[0]) taken.add(keyOf(all[0]))
  return expanded.flatMap(({ row, all, isCut }) => {
    const isExpanded = all.length > 1
    return all
      .filter((choices) => !isExpanded || !taken.has(keyOf(choices)))
      .map((choices) => {
        taken.add(keyOf(choices))
        return { row, choices, isExpanded, isCut }
      })
  })
}

const keyOf = (choices: readonly Choice[]) => JSON.stringify(choices.map(({ value }) => value))

function combinationsOf(valuesByName: ReadonlyMap<string, readonly string[]>, choices: readonly Choice[]) {
  const given = new Map(choices.map(({ name, value }) => [name, value]))
  let all: Choice[][] = [[]]
  let isCut = false
  for (const [name, listed] of valuesByName) {
    const value = given.get(name)
    const values = value ? [value] : listed
    const longer = all.flatMap((start) => values.map((next) => [...start, { name, value: next }]))
    isCut ||= longer.length > MAX_VARIANTS
    all = longer.slice(0, MAX_VARIANTS)
  }
  return { all, isCut }
}
