import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { addReturnShipping, createReturnShipment } from '../return/create-return-shipment.ts'
import { Return } from '../return/return.ts'
import { ReturnItem } from '../return/return-item.ts'
import type { LockedClaim } from './lock-claim.ts'

export interface ClaimReturnInput extends LockedClaim {
  /** The claimed items, with the metadata of their lines. Several items can name the same line. */
  items: readonly { item_id: string; quantity: number; metadata: Metadata | null }[]
  value: number
  shipping: { option_id?: string | null | undefined; price?: number | null | undefined }
  location_id: string | null
}

/** The claim refunds the items, so the return only records their value as `refund_amount`. */
export async function requestClaimReturn(
  em: EntityManager,
  providers: FulfillmentProviders,
  { claim, order, items, value, shipping, location_id }: ClaimReturnInput,
): Promise<Row<Return>> {
  const { option_id, price } = shipping
  if (!option_id && price != null)
    throw new InvalidData('option_id should not be empty').because({ name: 'value_required' })
  const returnOrder = insertRow(em, Return, {
    claim_order_id: claim.id,
    order_id: order.id,
    no_notification: claim.no_notification,
    location_id,
    refund_amount: value,
  })
  const quantities = sumQuantities(items)
  const metadataByLine = new Map(items.map(({ item_id, metadata }) => [item_id, metadata]))
  for (const [item_id, quantity] of quantities) {
    const metadata = metadataByLine.get(item_id) ?? null
    insertRow(em, ReturnItem, { return_id: returnOrder.id, item_id, quantity, requested_quantity: quantity, metadata })
  }
  if (!option_id) return returnOrder
  const newShipping = { returnOrder, order, subtotal: value, shipping: { option_id, price } }
  const addedMethod = await addReturnShipping(em, providers, newShipping)
  await createReturnShipment(em, providers, { returnOrder, order, quantities, addedMethod })
  if (claim.type === 'replace') returnOrder.refund_amount = Math.max(0, value - addedMethod.total)
  return returnOrder
}

function sumQuantities(items: ClaimReturnInput['items']): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { item_id, quantity } of items) quantities.set(item_id, (quantities.get(item_id) ?? 0) + quantity)
  return quantities
}
