import { fromJson } from '#database/json-rows.ts'
import { anyOf } from '#database/query.ts'
import type { Executor } from '#database/statement.ts'
import { query } from '#entities/query.ts'

/** The columns of a variant that a sale changes and a response shows. */
export interface ShownStock {
  inventory_quantity: number
  updated_at: Date
}

/** Returns the stock by variant id. */
export async function readShownStock(em: Executor, variantIds: readonly string[]): Promise<Map<string, ShownStock>> {
  const rows = await selectStock(em, [...new Set(variantIds)])
  return new Map(rows.map(({ id, ...stock }) => [id, fromJson(stock)]))
}

const selectStock = query((db, ids: readonly string[]) =>
  db.selectFrom('product_variant').select(['id', 'inventory_quantity', 'updated_at']).where('id', '=', anyOf(ids)),
)
