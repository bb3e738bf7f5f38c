import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'

export interface OrderRows {
  number: string
  rows: ForeignRow[]
  /** Whether rows above have the same number, after rows of other orders. */
  isRepeated: boolean
}

/** Joins the rows of each order. A row without a number continues the order above. */
export async function* groupRows(
  rows: AsyncIterable<ForeignRow>,
  numberOf: (row: ForeignRow) => string,
): AsyncGenerator<OrderRows> {
  const seen = new Set<string>()
  let order: OrderRows | undefined
  for await (const row of rows) {
    const number = numberOf(row)
    if (order && (number === '' || number === order.number)) {
      order.rows.push(row)
      continue
    }
    if (order) yield order
    order = { number, rows: [row], isRepeated: seen.has(number) }
    seen.add(number)
  }
  if (order) yield order
}
