import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { Address } from '#entities/people/customer/address.ts'
import { normalizeAddress } from '#entities/people/customer/address-input.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { sum } from '#entities/values/money.ts'
import type { Order } from '../order/order.ts'
import { ClaimImage } from './claim-image.ts'
import { ClaimItem } from './claim-item.ts'
import { ClaimOrder } from './claim-order.ts'
import { addClaimTags } from './claim-tags.ts'
import type { ClaimedLine } from './claimed-lines.ts'
import type { NewClaim } from './new-claim.ts'

export interface CheckedClaim {
  input: NewClaim
  lines: readonly ClaimedLine[]
  refunds: readonly number[]
}

export interface StoredClaim {
  claim: Row<ClaimOrder>
  items: Row<ClaimItem>[]
}

export async function storeClaim(em: EntityManager, order: Row<Order>, checked: CheckedClaim): Promise<StoredClaim> {
  const claim = createClaimOrder(em, order, checked)
  const items = createClaimItems(em, claim, checked)
  // `addClaimTags` runs a statement that refers to the stored items.
  await em.flush()
  await addClaimTags(em, new Map(items.map(({ id }, i) => [id, checked.input.claim_items[i]?.tags ?? []])))
  return { claim, items }
}

function createClaimOrder(em: EntityManager, order: Row<Order>, { input, refunds }: CheckedClaim): Row<ClaimOrder> {
  const { type, shipping_address, metadata } = input
  const address = shipping_address && insertRow(em, Address, normalizeAddress(shipping_address))
  return insertRow(em, ClaimOrder, {
    ...fieldValuesIn('claim', input),
    order_id: order.id,
    type,
    payment_status: type === 'refund' ? 'not_refunded' : 'na',
    refund_amount: type === 'refund' ? sum(refunds) : null,
    shipping_address_id: address?.id ?? order.shipping_address_id ?? null,
    no_notification: input.no_notification ?? order.no_notification ?? null,
    metadata: metadata ?? null,
  })
}

function createClaimItems(
  em: EntityManager,
  claim: Row<ClaimOrder>,
  { input, lines, refunds }: CheckedClaim,
): Row<ClaimItem>[] {
  return input.claim_items.map(({ item_id, quantity, reason, note, images }, i) => {
    const item = insertRow(em, ClaimItem, {
      claim_order_id: claim.id,
      item_id,
      variant_id: lines[i]!.variant_id,
      quantity,
      reason,
      note: note ?? null,
      refund_amount: refunds[i] ?? 0,
      value: lines[i]!.value,
    })
    for (const url of images ?? []) insertRow(em, ClaimImage, { claim_item_id: item.id, url })
    return item
  })
}
