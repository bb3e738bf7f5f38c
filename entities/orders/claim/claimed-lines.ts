import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import type { Order } from '../order/order.ts'
import { computeRefunds, type LinePortion } from '../order/refund-amounts.ts'
import { type ReturnableLine, readReturnableLines } from '../order/returned-quantities.ts'
import type { NewClaimItem } from './new-claim.ts'

export interface ClaimedLine {
  variant_id: string
  metadata: Metadata | null
  portion: LinePortion
  /** The value of the portion, in minor units. */
  value: number
}

/** @throws NotAllowed if claims and returns together exceed the fulfilled quantity. */
export async function readClaimedLines(
  em: EntityManager,
  order: Row<Order>,
  items: readonly NewClaimItem[],
): Promise<ClaimedLine[]> {
  const ids = [...new Set(items.map((item) => item.item_id))]
  const lines = await readReturnableLines(em, order.id, ids)
  const quantities = new Map<string, number>()
  const claimed = items.map(({ item_id, quantity }) => {
    const line = lines.get(item_id)
    if (!line) throw new NotFound(`Line item with ${item_id} was not found`)
    const { whole, before, metadata } = line
    const portion = { line: whole, quantity, before }
    const variant_id = requireClaimableVariant(line)
    // Another item of this claim may name the same line.
    const claimedQuantity = (quantities.get(item_id) ?? 0) + quantity
    quantities.set(item_id, claimedQuantity)
    assertFulfilled(line, claimedQuantity)
    return { variant_id, metadata, portion }
  })
  const values = computeRefunds(claimed.map(({ portion }) => portion))
  return claimed.map((line, i) => ({ ...line, value: values[i] ?? 0 }))
}

function requireClaimableVariant({ is_canceled, is_giftcard, variant_id }: ReturnableLine): string {
  if (is_canceled)
    throw new InvalidData('Cannot create a claim on a canceled item.')
      .about('claim_items')
      .because({ name: 'item_canceled' })
  if (is_giftcard)
    throw new NotAllowed('Cannot claim a gift card').about('claim_items').because({ name: 'gift_card_not_returnable' })
  if (!variant_id)
    throw new NotAllowed('Cannot claim a custom line item')
      .about('claim_items')
      .because({ name: 'custom_item_not_claimable' })
  return variant_id
}

function assertFulfilled({ before, fulfilled_quantity }: ReturnableLine, quantity: number): void {
  if (before.quantity + quantity > (fulfilled_quantity ?? 0))
    throw new NotAllowed('Cannot claim more of an item than has been fulfilled.')
      .about('claim_items')
      .because({ name: 'claim_quantity_too_large' })
}
