import type { EntityManager } from '@mikro-orm/postgresql'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { cancelReplacementFulfillment, shipReplacement } from '../fulfillment/replacement-fulfillments.ts'
import { buildClaimReplacement, type ClaimIds, lockClaim } from './lock-claim.ts'

export interface ClaimFulfillmentIds extends ClaimIds {
  fulfillment_id: string
}

/** @throws as `unpackReplacement`; NotFound. */
export async function cancelClaimFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...ids }: ClaimFulfillmentIds,
): Promise<void> {
  await cancelReplacementFulfillment(em, providers, {
    ...buildClaimReplacement(await lockClaim(em, ids)),
    fulfillment_id,
  })
}

/**
 * Registers that a parcel of a claim is on its way.
 * @throws NotFound. NotAllowed where the claim or the parcel is canceled.
 */
export async function shipClaimFulfillment(
  em: EntityManager,
  { tracking_numbers, fulfillment_id, ...ids }: ClaimFulfillmentIds & { tracking_numbers: readonly string[] },
): Promise<void> {
  const locked = await lockClaim(em, ids)
  const { claim } = locked
  if (claim.canceled_at) throw new NotAllowed('Canceled claim cannot be fulfilled as shipped')
  const parcel = await shipReplacement(em, { ...buildClaimReplacement(locked), fulfillment_id, tracking_numbers })
  if (!parcel) return
  const no_notification = parcel.no_notification ?? claim.no_notification ?? null
  await announce(em, 'claim.shipment_created', { id: claim.id, fulfillment_id, no_notification })
}
