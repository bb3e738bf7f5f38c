import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import type { Order } from '../order/order.ts'
import { computeRefund, type ReturnedQuantity } from '../order/refund-amounts.ts'
import { type ReturnableLine, readReturnableLines } from '../order/returned-quantities.ts'

export interface ReturnedLine {
  sent: ReturnableLine
  back: ReturnedQuantity
  /** What the pieces cost that was not given back yet, in minor units. */
  worth: number
}

/** Of a return that is under way already: it does not stand in its own way. */
export type ExcludedQuantities = ReadonlyMap<string, { quantity: number; refund_amount: number }>

/**
 * The lines that come back, in the order of the items. Pieces are counted over all claims, returns and swaps of the
 * order, which is locked, but for those that are `counted` here anew.
 * @throws NotFound for a line that is nowhere. InvalidData for one that is not of this order or its claims and swaps, and
 * for one of a canceled claim or swap. NotAllowed for more pieces than were sent and are still out, and for gift cards,
 * which may be spent already.
 */
export async function readReturnedLines(
  em: EntityManager,
  order: Order,
  items: readonly { item_id: string; quantity: number }[],
  counted: ExcludedQuantities = new Map(),
): Promise<ReturnedLine[]> {
  const ids = items.map(({ item_id }) => item_id)
  const lines = await readReturnableLines(em, order.id, ids)
  const strange = ids.filter((id) => !lines.has(id))
  if (strange.length > 0) throw await unknownLineError(em, strange)
  return items.map(({ item_id, quantity }) => {
    const line = lines.get(item_id) as ReturnableLine
    if (line.is_canceled) throw new InvalidData('Cannot create a return for a canceled item.')
    if (line.is_giftcard) throw new NotAllowed('Gift cards cannot be returned')
    const before = withoutOwn(line, counted.get(item_id))
    if (before.pieces + quantity > (line.fulfilled_quantity ?? 0))
      throw new NotAllowed('Cannot return more items than have been purchased')
    const back = { line: line.whole, pieces: quantity, before }
    return { sent: line, back, worth: computeRefund(back) }
  })
}

async function unknownLineError(em: EntityManager, ids: readonly string[]): Promise<NotFound | InvalidData> {
  const found = await em.find(LineItem, { id: { $in: [...ids] } }, { fields: ['id'] })
  const unknown = ids.find((id) => !found.some((line) => line.id === id))
  if (unknown) return new NotFound(`Line item with ${unknown} was not found`)
  return new InvalidData('Return contains invalid line item')
}

function withoutOwn({ before }: ReturnableLine, own: { quantity: number; refund_amount: number } | undefined) {
  return own ? { pieces: before.pieces - own.quantity, refunded: before.refunded - own.refund_amount } : before
}
