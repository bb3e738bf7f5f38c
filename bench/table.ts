export const ratio = (a: number, b: number) => `${(a / b).toFixed(1)}×`

/** Aligns all columns except the first to the right. */
export function table(title: string, rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ')
  return [title, ...rows.map((row) => `  ${line(row)}`)].join('\n')
}
