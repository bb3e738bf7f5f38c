interface Row {
  [name: string]: unknown
}

/** Copies the relation at a dotted path from the rows in `source` to the rows with the same ID in `target`. */
export function mergeExpanded(target: object, source: object, path: string): void {
  if (isRow(target) && isRow(source)) merge(target, source, path.split('.'))
}

function merge(target: Row, source: Row, [name, ...nestedPath]: readonly string[]): void {
  if (name === undefined) return
  if (target[name] === undefined) target[name] = source[name]
  const rowsById = new Map(rowsIn(target[name]).map((row) => [row.id, row]))
  for (const row of rowsIn(source[name])) {
    const match = rowsById.get(row.id)
    if (match) merge(match, row, nestedPath)
  }
}

const rowsIn = (value: unknown): Row[] => [value].flat().filter(isRow)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null
