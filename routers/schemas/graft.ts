interface Row {
  [name: string]: unknown
}

/** Puts what was read of the same rows at a dotted path where they are shown without it; their ids tell which is which. */
export function graft(shown: object, read: object, path: string): void {
  graftAt(shown as Row, read as Row, path.split('.'))
}

function graftAt(shown: Row, read: Row, [name, ...below]: readonly string[]): void {
  if (name === undefined) return
  if (shown[name] === undefined) shown[name] = read[name]
  const twins = new Map(rowsIn(shown[name]).map((row) => [row.id, row]))
  for (const row of rowsIn(read[name])) {
    const twin = twins.get(row.id)
    if (twin) graftAt(twin, row, below)
  }
}

const rowsIn = (value: unknown) => [value ?? []].flat() as Row[]
