import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '../cart/line-item.ts'
import { NotAllowed, NotFound } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { cancelFulfillment } from '../fulfillment/cancel-fulfillment.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import { shipFulfillment } from '../fulfillment/ship-fulfillment.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import type { ClaimOrder } from './claim-order.ts'
import { type ClaimIds, lockClaim } from './lock-claim.ts'
import { advanceClaim, progressOf } from './progress.ts'

export interface ParcelIds extends ClaimIds {
  fulfillment_id: string
}

/**
 * Unpacks a parcel of a claim, which may be packed again then. A canceled parcel stays as it is.
 * @throws NotFound. NotAllowed where it was shipped, or pieces of it are claimed or come back.
 */
export async function cancelClaimParcel(
  em: EntityManager,
  providers: FulfillmentProviders,
  ids: ParcelIds,
): Promise<void> {
  const { claim, order } = await lockClaim(em, ids)
  const parcel = await parcelOf(em, claim, ids.fulfillment_id)
  const isDone = await cancelFulfillment(em, providers, { order, fulfillment: parcel })
  if (isDone) await follow(em, claim)
}

/**
 * Registers that a parcel of a claim is on its way.
 * @throws NotFound. NotAllowed where the claim or the parcel is canceled.
 */
export async function shipClaimParcel(
  em: EntityManager,
  { tracking_numbers, ...ids }: ParcelIds & { tracking_numbers: readonly string[] },
): Promise<void> {
  const { claim } = await lockClaim(em, ids)
  if (claim.canceled_at) throw new NotAllowed('Canceled claim cannot be fulfilled as shipped')
  const parcel = await parcelOf(em, claim, ids.fulfillment_id)
  const isDone = await shipFulfillment(em, parcel, tracking_numbers)
  if (!isDone) return
  await follow(em, claim)
  const no_notification = parcel.no_notification ?? claim.no_notification ?? null
  await announce(em, 'claim.shipment_created', { id: claim.id, fulfillment_id: parcel.id, no_notification })
}

/** @throws NotFound for an unknown parcel, and for one of something else. */
async function parcelOf(em: EntityManager, claim: ClaimOrder, id: string): Promise<Fulfillment> {
  const parcel = await em.findOne(Fulfillment, { id })
  if (!parcel) throw new NotFound(`Fulfillment with id: ${id} was not found`)
  if (parcel.claim_order_id !== claim.id)
    throw new NotFound(`no fulfillment was found with the id: ${id} related to claim: ${claim.id}`)
  return parcel
}

/** The claim is as far as its pieces are. */
async function follow(em: EntityManager, claim: ClaimOrder): Promise<void> {
  advanceClaim(claim, progressOf(await em.find(LineItem, { claim_order_id: claim.id })))
}
