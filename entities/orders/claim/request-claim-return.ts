import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Order } from '../order/order.ts'
import { createReturnShipment } from '../return/create-return-shipment.ts'
import { Return } from '../return/return.ts'
import { ReturnItem } from '../return/return-item.ts'
import type { ClaimOrder } from './claim-order.ts'

export interface ClaimReturnInput {
  claim: ClaimOrder
  order: Order
  /** Of each item that is claimed, with the metadata of its line. */
  pieces: readonly { item_id: string; quantity: number; metadata: Metadata | null }[]
  /** What the pieces are worth, in minor units. */
  worth: number
  shipping: { option_id?: string | null | undefined; price?: number | null | undefined }
  location_id: string | null
}

/**
 * Requests the return of all that is claimed. The claim gives back the money or sends something else, so its return is
 * received without a refund; that of a refund claim tells the refund, another what the pieces are worth without the
 * shipping.
 * @throws NotFound or InvalidData for a shipping option that cannot be used.
 */
export async function requestClaimReturn(
  em: EntityManager,
  providers: FulfillmentProviders,
  { claim, order, pieces, worth, shipping, location_id }: ClaimReturnInput,
): Promise<Return> {
  const { option_id, price } = shipping
  if (!option_id && price != null) throw new InvalidData('option_id should not be empty')
  const { no_notification } = claim
  const asked = { claim_order_id: claim.id, order_id: order.id, no_notification, location_id, refund_amount: worth }
  const back = em.create(Return, asked)
  const quantities = quantitiesOf(pieces)
  const metadataOf = new Map(pieces.map(({ item_id, metadata }) => [item_id, metadata]))
  for (const [item_id, quantity] of quantities) {
    const metadata = metadataOf.get(item_id) ?? null
    em.create(ReturnItem, { return_id: back.id, item_id, quantity, requested_quantity: quantity, metadata })
  }
  if (!option_id) return back
  const way = { back, order, pieces: quantities, subtotal: worth, shipping: { option_id, price } }
  const { total } = await createReturnShipment(em, providers, way)
  if (claim.type === 'replace') back.refund_amount = Math.max(0, worth - total)
  return back
}

/** The pieces of each line in all items. */
function quantitiesOf(pieces: ClaimReturnInput['pieces']): Map<string, number> {
  const quantities = new Map<string, number>()
  for (const { item_id, quantity } of pieces) quantities.set(item_id, (quantities.get(item_id) ?? 0) + quantity)
  return quantities
}
