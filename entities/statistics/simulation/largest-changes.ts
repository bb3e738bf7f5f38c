interface Changed {
  currency_code: string
  before: number
  after: number
}

/**
 * Returns at most `count` changes, sorted by currency and size. Amounts of two currencies cannot be compared, so the currencies
 * share the list evenly.
 */
export function largestChanges<Change extends Changed>(changes: readonly Change[], count: number): Change[] {
  const groups = Map.groupBy(changes, ({ currency_code }) => currency_code)
  const ranked = [...groups.values()].flatMap((group) =>
    group.toSorted((one, other) => sizeOf(other) - sizeOf(one)).map((change, rank) => ({ change, rank })),
  )
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ change }) => change)
    .toSorted((one, other) => one.currency_code.localeCompare(other.currency_code))
}

const sizeOf = ({ before, after }: Changed): number => Math.abs(after - before)
