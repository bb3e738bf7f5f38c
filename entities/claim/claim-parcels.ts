import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { shipReplacement, unpackReplacement } from '../fulfillment/replacement-parcels.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import { type ClaimIds, lockClaim, sendingOf } from './lock-claim.ts'

export interface ParcelIds extends ClaimIds {
  fulfillment_id: string
}

/** @throws as `unpackReplacement`; NotFound. */
export async function cancelClaimParcel(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...ids }: ParcelIds,
): Promise<void> {
  await unpackReplacement(em, providers, { ...sendingOf(await lockClaim(em, ids)), fulfillment_id })
}

/**
 * Registers that a parcel of a claim is on its way.
 * @throws NotFound. NotAllowed where the claim or the parcel is canceled.
 */
export async function shipClaimParcel(
  em: EntityManager,
  { tracking_numbers, fulfillment_id, ...ids }: ParcelIds & { tracking_numbers: readonly string[] },
): Promise<void> {
  const locked = await lockClaim(em, ids)
  const { claim } = locked
  if (claim.canceled_at) throw new NotAllowed('Canceled claim cannot be fulfilled as shipped')
  const parcel = await shipReplacement(em, { ...sendingOf(locked), fulfillment_id, tracking_numbers })
  if (!parcel) return
  const no_notification = parcel.no_notification ?? claim.no_notification ?? null
  await announce(em, 'claim.shipment_created', { id: claim.id, fulfillment_id, no_notification })
}
