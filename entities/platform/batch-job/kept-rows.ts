/** Rows that a batch job leaves as they are, for one reason. */
export interface KeptRows<Reason extends string> {
  reason: Reason
  count: number
  /** The first ones, and one more than `namesOf` shows. */
  names: string[]
}

interface KeptRow<Reason extends string> {
  name: string
  reason: Reason
}

const MAX_SHOWN = 20

/** Adds the rows of a part of the job to those of the earlier parts. */
export function addKept<Reason extends string>(
  before: readonly KeptRows<Reason>[],
  rows: readonly KeptRow<Reason>[],
): KeptRows<Reason>[] {
  const groups = new Map(before.map((group) => [group.reason, group]))
  for (const [reason, members] of Map.groupBy(rows, (row) => row.reason)) {
    const { count, names } = groups.get(reason) ?? { count: 0, names: [] }
    const all = [...names, ...members.map(({ name }) => name)]
    groups.set(reason, { reason, count: count + members.length, names: all.slice(0, MAX_SHOWN + 1) })
  }
  return [...groups.values()]
}

/** Such as `a, b, …`. */
export const namesOf = ({ names }: Pick<KeptRows<string>, 'names'>): string =>
  [...names.slice(0, MAX_SHOWN), ...(names.length > MAX_SHOWN ? ['…'] : [])].join(', ')
