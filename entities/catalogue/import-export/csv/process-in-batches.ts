import type { CsvLine } from './read-csv.ts'

const LINES = 100

/** `writeBatch` also gets the number of lines read so far. The last batch may be empty. */
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
