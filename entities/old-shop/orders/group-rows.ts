import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'

export interface OrderRows {
  number: string
  rows: ForeignRow[]
  /** Whether the file has the order several times, with different values. */
  isContradictory: boolean
  /** The first row of each further copy of the order. */
  copies: ForeignRow[]
}

export interface OrderLayout {
  /** Empty for a row that continues the order above. */
  numberOf(row: ForeignRow): string
  /** Whether an order begins with the row, also after earlier rows with its number. */
  isWhole(row: ForeignRow): boolean
}

/** Returns the numbers with rows in several places, and how many places there are. */
export async function findRowsApart(
  rows: AsyncIterable<ForeignRow>,
  { numberOf }: Pick<OrderLayout, 'numberOf'>,
): Promise<Map<string, number>> {
  const places = new Map<string, number>()
  for await (const { number } of runsOf(rows, numberOf)) places.set(number, (places.get(number) ?? 0) + 1)
  return new Map([...places].filter(([number, count]) => count > 1 && number !== ''))
}

/** Joins the rows of each order. `apart` has the numbers with rows in several places. */
export async function* groupRows(
  rows: AsyncIterable<ForeignRow>,
  { layout, apart }: { layout: OrderLayout; apart: ReadonlyMap<string, number> },
): AsyncGenerator<OrderRows> {
  const waiting = new Map<string, ForeignRow[][]>()
  for await (const run of runsOf(rows, layout.numberOf)) {
    const runs = waiting.get(run.number) ?? []
    runs.push(run.rows)
    if (runs.length < (apart.get(run.number) ?? 1)) waiting.set(run.number, runs)
    else {
      waiting.delete(run.number)
      yield joinRuns(run.number, runs, layout)
    }
  }
}

interface Run {
  number: string
  rows: ForeignRow[]
}

async function* runsOf(rows: AsyncIterable<ForeignRow>, numberOf: OrderLayout['numberOf']): AsyncGenerator<Run> {
  let run: Run | undefined
  for await (const row of rows) {
    const number = numberOf(row)
    if (run && (number === '' || number === run.number)) {
      run.rows.push(row)
      continue
    }
    if (run) yield run
    run = { number, rows: [row] }
  }
  if (run) yield run
}

/** Two exports in one file have the same order twice. An equal copy counts once. */
function joinRuns(number: string, runs: readonly ForeignRow[][], { isWhole }: OrderLayout): OrderRows {
  const [first = [], ...others] = runs
  const isCopy = (rows: readonly ForeignRow[]) =>
    rows.length === first.length && rows.every((row, i) => row.equals(first[i]!))
  const copies = others.filter(isCopy)
  const further = others.filter((rows) => !isCopy(rows))
  return {
    number,
    rows: [first, ...further].flat(),
    isContradictory: further.some(([row]) => row !== undefined && isWhole(row)),
    copies: copies.flatMap(([row]) => row ?? []),
  }
}
