import type { CsvLine } from './read-csv.ts'

/** How many lines go into one statement. */
const LINES = 100

/**
 * Reads lines and puts down what `read` makes of them, a hundred at a time, so that no more than these are ever held.
 * `put` hears how many lines are read by then; the last time there may be no rows.
 */
export async function processInBatches<Row>(
  lines: AsyncIterable<CsvLine>,
  read: (line: CsvLine) => Row | undefined,
  put: (rows: readonly Row[], read: number) => Promise<void>,
): Promise<void> {
  let rows: Row[] = []
  let count = 0
  for await (const line of lines) {
    count += 1
    const row = read(line)
    if (row !== undefined) rows.push(row)
    if (count % LINES > 0) continue
    await put(rows, count)
    rows = []
  }
  await put(rows, count)
}
