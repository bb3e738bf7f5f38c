import type { EntityManager } from '@mikro-orm/postgresql'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import {
  cancelReplacementFulfillment,
  fulfillReplacement,
  type ReplacementFulfillmentInput,
  shipReplacement,
} from '../fulfillment/replacement-fulfillments.ts'
import type { Tracking } from '../fulfillment/tracking.ts'
import { type ClaimIds, lockClaim } from './lock-claim.ts'

export interface ClaimFulfillmentIds extends ClaimIds {
  fulfillment_id: string
}

export async function fulfillClaim(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, claim_id, ...input }: ReplacementFulfillmentInput & ClaimIds,
): Promise<void> {
  const { claim, order } = await lockClaim(em, { order_id, claim_id })
  claim.assertNotCanceled('Canceled claim cannot be fulfilled')
  await fulfillReplacement(em, providers, { replacement: claim, order, ...input })
}

export async function cancelClaimFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...ids }: ClaimFulfillmentIds,
): Promise<void> {
  const { claim, order } = await lockClaim(em, ids)
  await cancelReplacementFulfillment(em, providers, { replacement: claim, order, fulfillment_id })
}

export async function shipClaimFulfillment(
  em: EntityManager,
  { tracking_numbers, carrier, fulfillment_id, ...ids }: ClaimFulfillmentIds & Tracking,
): Promise<void> {
  const { claim } = await lockClaim(em, ids)
  claim.assertNotCanceled('Canceled claim cannot be fulfilled as shipped')
  await shipReplacement(em, { replacement: claim, fulfillment_id, tracking_numbers, carrier })
}
