import type { ShownStock } from '#entities/catalogue/version/read-shown-stock.ts'

/** The properties of responses that lead to variants. JSON columns of clients may contain anything. */
const TO_VARIANTS = ['products', 'product', 'hits', 'variants', 'variant']

/** Returns the JSON of a response with the given stock of its variants. */
export function restockAnswer(json: Buffer, stock: ReadonlyMap<string, ShownStock>): Buffer {
  const answer: unknown = JSON.parse(json.toString())
  restock(answer, stock)
  return Buffer.from(JSON.stringify(answer))
}

function restock(value: unknown, stock: ReadonlyMap<string, ShownStock>): void {
  if (Array.isArray(value)) for (const row of value) restock(row, stock)
  else if (isRow(value)) {
    const shown = 'inventory_quantity' in value ? stock.get(String(value.id)) : undefined
    if (shown) Object.assign(value, shown)
    for (const name of TO_VARIANTS) restock(value[name], stock)
  }
}

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
