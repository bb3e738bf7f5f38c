interface Row {
  [name: string]: unknown
}

/** Copies the relation at a dotted path from the rows in `source` to the rows with the same ID in `target`. */
export function mergeExpanded(shown: object, read: object, path: string): void {
  if (isRow(shown) && isRow(read)) merge(shown, read, path.split('.'))
}

function merge(shown: Row, read: Row, [name, ...below]: readonly string[]): void {
  if (name === undefined) return
  if (shown[name] === undefined) shown[name] = read[name]
  const rowsById = new Map(rowsIn(shown[name]).map((row) => [row.id, row]))
  for (const row of rowsIn(read[name])) {
    const same = rowsById.get(row.id)
    if (same) merge(same, row, below)
  }
}

const rowsIn = (value: unknown): Row[] => [value].flat().filter(isRow)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
