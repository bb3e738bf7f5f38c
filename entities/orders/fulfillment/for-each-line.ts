import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { FulfillmentItem } from './fulfillment-item.ts'

export async function forEachLine(
  em: EntityManager,
  items: readonly Row<FulfillmentItem>[],
  update: (line: Row<LineItem>, quantity: number) => void,
): Promise<void> {
  const lines = await findRows(em, LineItem, { id: items.map(({ item_id }) => item_id) })
  for (const line of lines) update(line, items.find(({ item_id }) => item_id === line.id)?.quantity ?? 0)
}
