import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { fulfillReplacement, type ReplacementParts } from '../fulfillment/replacement-fulfillments.ts'
import { isFullyFulfilled } from '../fulfillment/replacement-progress.ts'
import type { ClaimOrder } from './claim-order.ts'
import { buildClaimReplacement, type ClaimIds, lockClaim } from './lock-claim.ts'

export interface ClaimFulfillmentInput {
  metadata?: Metadata | null | undefined
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
}

/**
 * Packs everything that a claim sends instead and that is not packed yet.
 * @throws NotFound. NotAllowed for a claim that is canceled, gives money back, is packed already or has no shipping method.
 */
export async function fulfillClaim(
  em: EntityManager,
  providers: FulfillmentProviders,
  { metadata, no_notification, location_id, ...ids }: ClaimFulfillmentInput & ClaimIds,
): Promise<void> {
  const locked = await lockClaim(em, ids)
  const { claim } = locked
  const silence = no_notification ?? claim.no_notification ?? null
  const packed = await fulfillReplacement(em, providers, {
    ...buildClaimReplacement(locked),
    refuse: (parts) => refuseFulfillment(claim, parts),
    no_notification: silence,
    location_id,
    metadata,
  })
  const told = { id: claim.id, no_notification: silence }
  await announceAll(
    em,
    packed.map(({ id }) => ({ name: 'claim.fulfillment_created', payload: { ...told, fulfillment_id: id } }) as const),
  )
}

function refuseFulfillment(claim: ClaimOrder, { methods, lines }: ReplacementParts): void {
  if (claim.canceled_at) throw new NotAllowed('Canceled claim cannot be fulfilled')
  if (claim.type !== 'replace') throw new NotAllowed('Claims with the type "refund" can not be fulfilled.')
  if (isFullyFulfilled(lines)) throw new NotAllowed('The claim has already been fulfilled.')
  if (methods.length === 0) throw new NotAllowed('Cannot fulfill a claim without a shipping method.')
}
