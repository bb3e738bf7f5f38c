import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import type { Return } from './return.ts'
import { ReturnItem } from './return-item.ts'
import type { ReturnedLine } from './returned-lines.ts'

interface ReturnItemInput {
  item_id: string
  quantity: number
  reason_id?: string | null | undefined
  note?: string | null | undefined
}

/** At most one entry for each line. */
export type ReturnItemInputs = readonly ReturnItemInput[]

interface RequestedItems {
  items: ReturnItemInputs
  lines: readonly ReturnedLine[]
  /** The refund of each item, in minor units. */
  refunds: readonly number[]
}

export function createReturnItems(
  em: EntityManager,
  { id: return_id }: Row<Return>,
  { items, lines, refunds }: RequestedItems,
): void {
  for (const [i, { item_id, quantity, reason_id = null, note = null }] of items.entries()) {
    const { line, value } = lines[i]!
    const { metadata } = line
    const money = { refund_amount: refunds[i] ?? 0, value }
    const row = { return_id, item_id, quantity, requested_quantity: quantity, reason_id, note, ...money, metadata }
    insertRow(em, ReturnItem, row)
  }
}

export const quantitiesOf = (items: ReturnItemInputs): ReadonlyMap<string, number> =>
  new Map(items.map(({ item_id, quantity }) => [item_id, quantity]))
