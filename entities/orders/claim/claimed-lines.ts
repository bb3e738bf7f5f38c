import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import type { Order } from '../order/order.ts'
import type { ClaimedQuantity } from '../order/refund-amounts.ts'
import { type ReturnableLine, readReturnableLines } from '../order/returned-quantities.ts'
import type { NewClaimItem } from './new-claim.ts'

export interface ClaimedLine {
  variant_id: string
  metadata: Metadata | null
  back: ClaimedQuantity
}

/**
 * The lines that are claimed, in the order of the items. Pieces are counted over all claims and returns of the order,
 * which is locked, and over the items of this claim.
 * @throws NotFound for a line that is not of this order or its claims. InvalidData where that was canceled. NotAllowed
 * for a line without a variant, for gift cards, which may be spent already, and for more pieces than were fulfilled.
 */
export async function readClaimedLines(
  em: EntityManager,
  order: Order,
  items: readonly NewClaimItem[],
): Promise<ClaimedLine[]> {
  const ids = [...new Set(items.map((item) => item.item_id))]
  const lines = await readReturnableLines(em, order.id, ids)
  return items.map(({ item_id, quantity }) => {
    const line = lines.get(item_id)
    if (!line) throw new NotFound(`Line item with ${item_id} was not found`)
    const { whole, before, shipped_quantity, metadata } = line
    const back = { line: whole, pieces: quantity, before, shipped_quantity }
    const claimed = { variant_id: variantOf(line), metadata, back }
    line.before = { ...before, pieces: before.pieces + quantity }
    refuseExcess(line)
    return claimed
  })
}

function variantOf({ is_canceled, is_giftcard, variant_id }: ReturnableLine): string {
  if (is_canceled) throw new InvalidData('Cannot create a claim on a canceled item.')
  if (is_giftcard) throw new NotAllowed('Cannot claim a gift card')
  if (!variant_id) throw new NotAllowed('Cannot claim a custom line item')
  return variant_id
}

function refuseExcess({ before, fulfilled_quantity }: ReturnableLine): void {
  if (before.pieces > (fulfilled_quantity ?? 0))
    throw new NotAllowed('Cannot claim more of an item than has been fulfilled.')
}
