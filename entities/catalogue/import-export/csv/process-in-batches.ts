const BATCH_SIZE = 100

/** `writeBatch` also gets the number of lines so far. The last batch may be empty. */
export async function processInBatches<Line, Row>(
  lines: AsyncIterable<Line>,
  parseLine: (line: Line) => Row | undefined,
  writeBatch: (rows: readonly Row[], lineCount: number) => Promise<void>,
): Promise<void> {
  let rows: Row[] = []
  let count = 0
  for await (const line of lines) {
    count += 1
    const row = parseLine(line)
    if (row !== undefined) rows.push(row)
    if (count % BATCH_SIZE > 0) continue
    await writeBatch(rows, count)
    rows = []
  }
  await writeBatch(rows, count)
}
