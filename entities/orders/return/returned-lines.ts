import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { shareOf } from '#entities/values/money.ts'
import type { Order } from '../order/order.ts'
import { computeRefund, type LinePortion } from '../order/refund-amounts.ts'
import { type ReturnableLine, readReturnableLines } from '../order/returned-quantities.ts'
import type { ReturnItem } from './return-item.ts'

export interface ReturnedLine {
  line: ReturnableLine
  portion: LinePortion
  /** The value of the portion, in minor units. */
  value: number
}

type ReturnedItem = Pick<ReturnItem, 'quantity' | 'refund_amount' | 'value'>

interface ReturnedItems {
  items: readonly { item_id: string; quantity: number }[]
  /** The stored items, by line id, of a return that is being received. They must not count twice. */
  exclude?: ReadonlyMap<string, ReturnedItem>
}

/** @throws NotAllowed if claims, returns and swaps together exceed the fulfilled quantity. */
export async function readReturnedLines(
  em: EntityManager,
  order: Row<Order>,
  { items, exclude = new Map() }: ReturnedItems,
): Promise<ReturnedLine[]> {
  const ids = items.map(({ item_id }) => item_id)
  const lines = await readReturnableLines(em, order.id, ids)
  const unknownIds = ids.filter((id) => !lines.has(id))
  if (unknownIds.length > 0) throw await unknownLineError(em, unknownIds)
  return items.map(({ item_id, quantity }) => {
    const line = lines.get(item_id) as ReturnableLine
    if (line.is_canceled)
      throw new InvalidData('Cannot create a return for a canceled item.')
        .about('items')
        .because({ name: 'item_canceled' })
    if (line.is_giftcard)
      throw new NotAllowed('Gift cards cannot be returned').because({ name: 'gift_card_not_returnable' })
    const before = subtractItem(line, exclude.get(item_id))
    if (before.quantity + quantity > (line.fulfilled_quantity ?? 0))
      throw new NotAllowed('Cannot return more items than have been purchased')
        .about('items')
        .because({ name: 'return_quantity_too_large' })
    const portion = { line: line.whole, quantity, before }
    return { line, portion, value: computeRefund(portion) }
  })
}

async function unknownLineError(em: EntityManager, ids: readonly string[]): Promise<NotFound | InvalidData> {
  const lines = await findRows(em, LineItem, { id: ids })
  const missingId = ids.find((id) => !lines.some((line) => line.id === id))
  if (missingId) return new NotFound(`Line item with ${missingId} was not found`)
  return new InvalidData('Return contains invalid line item').about('items').because({ name: 'entry_missing' })
}

function subtractItem({ before, whole }: ReturnableLine, item: ReturnedItem | undefined): LinePortion['before'] {
  if (!item) return before
  const { quantity, refund_amount, value } = item
  return {
    quantity: before.quantity - quantity,
    refunded: before.refunded - refund_amount,
    value: before.value - (value ?? shareOf(whole.total, quantity, whole.quantity)),
  }
}
