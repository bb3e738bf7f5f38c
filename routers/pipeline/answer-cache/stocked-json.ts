import { randomUUID } from 'node:crypto'
import type { ShownStock } from '#entities/catalogue/version/catalogue-version.ts'
import { isRow } from '../../reading/is-row.ts'

/** The properties of responses that lead to variants. JSON columns of clients may contain anything. */
const TO_VARIANTS = ['products', 'product', 'hits', 'variants', 'variant']

const COLUMNS = ['inventory_quantity', 'updated_at'] as const satisfies (keyof ShownStock)[]

/** Marks the stock in the JSON. Clients do not know it, so no other text contains it. */
const MARK = randomUUID()
const MARKS = new RegExp(`"${MARK} (\\d+)"`)

/** The JSON of a response, split at the stock of its variants. */
export class StockedJson {
  /** Parts of the JSON in turns with numbers. Number `2n` is the quantity of variant `n`, and `2n + 1` is its `updated_at`. */
  readonly #parts: readonly string[]

  constructor(json: Buffer, variantIds: readonly string[]) {
    const answer: unknown = JSON.parse(json.toString())
    markStock(answer, new Map(variantIds.map((id, i) => [id, i])))
    this.#parts = JSON.stringify(answer).split(MARKS)
  }

  /** Returns the JSON with the given stock of the variants, in their order. */
  withStock(stock: readonly ShownStock[]): Buffer {
    const values = stock.flatMap((row) => COLUMNS.map((column) => JSON.stringify(row[column])))
    return Buffer.from(this.#parts.map((part, i) => (i % 2 === 0 ? part : values[Number(part)])).join(''))
  }
}

function markStock(value: unknown, numbers: ReadonlyMap<string, number>): void {
  if (Array.isArray(value)) for (const row of value) markStock(row, numbers)
  else if (isRow(value)) {
    const number = 'inventory_quantity' in value ? numbers.get(String(value.id)) : undefined
    if (number !== undefined)
      for (const [i, name] of COLUMNS.entries()) value[name] = `${MARK} ${number * COLUMNS.length + i}`
    for (const name of TO_VARIANTS) markStock(value[name], numbers)
  }
}
