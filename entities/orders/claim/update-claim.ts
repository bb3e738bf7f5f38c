import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { changeFields } from '#entities/platform/field/installed-fields.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { type ClaimItemChanges, changeClaimItems } from './change-claim-items.ts'
import { type ClaimIds, lockClaim } from './lock-claim.ts'
import { type ClaimShippingMethod, setClaimShippingMethods } from './set-claim-shipping-methods.ts'

export interface ClaimChanges {
  claim_items?: readonly ClaimItemChanges[] | null | undefined
  shipping_methods?: readonly ClaimShippingMethod[] | null | undefined
  no_notification?: boolean | null | undefined
  metadata?: Metadata | null | undefined
}

export async function updateClaim(
  em: EntityManager,
  providers: FulfillmentProviders,
  { claim_items, shipping_methods, no_notification, metadata, ...input }: ClaimChanges & ClaimIds,
): Promise<void> {
  const { claim, order } = await lockClaim(em, input)
  claim.assertNotCanceled('Canceled claim cannot be updated')
  applyChanges(claim, { metadata, no_notification: no_notification ?? undefined })
  changeFields('claim', claim, input)
  if (shipping_methods) {
    const lines = await findRows(em, LineItem, { claim_order_id: claim.id })
    const subtotal = lines.reduce((total, line) => total + line.unit_price * line.quantity, 0)
    await setClaimShippingMethods(em, providers, { claim, order, subtotal, methods: shipping_methods })
  }
  const changedIds = claim_items ? await changeClaimItems(em, claim, claim_items) : []
  const notification = { no_notification: claim.no_notification ?? null }
  await announceAll(em, [
    { name: 'claim.updated', payload: { id: claim.id, ...notification } },
    ...changedIds.map((id) => ({ name: 'claim_item.updated', payload: { id, ...notification } }) as const),
  ])
}
