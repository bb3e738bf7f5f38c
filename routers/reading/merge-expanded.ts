interface Row {
  [name: string]: unknown
}

/** Puts what was read of the same rows at a dotted path where they are shown without it; their ids tell which is which. */
export function mergeExpanded(shown: object, read: object, path: string): void {
  mergeExpandedAt(shown as Row, read as Row, path.split('.'))
}

function mergeExpandedAt(shown: Row, read: Row, [name, ...below]: readonly string[]): void {
  if (name === undefined) return
  if (shown[name] === undefined) shown[name] = read[name]
  const twins = new Map(toRows(shown[name]).map((row) => [row.id, row]))
  for (const row of toRows(read[name])) {
    const twin = twins.get(row.id)
    if (twin) mergeExpandedAt(twin, row, below)
  }
}

const toRows = (value: unknown) => [value ?? []].flat() as Row[]
