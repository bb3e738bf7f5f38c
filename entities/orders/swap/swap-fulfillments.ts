import type { EntityManager } from '@mikro-orm/postgresql'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import {
  cancelReplacementFulfillment,
  fulfillReplacement,
  type ReplacementFulfillmentInput,
  shipReplacement,
} from '../fulfillment/replacement-fulfillments.ts'
import { assertSwapReturnNotCanceled, lockSwap, type SwapIds } from './lock-swap.ts'

export interface SwapFulfillmentIds extends SwapIds {
  fulfillment_id: string
}

/**
 * Creates fulfillments for all unfulfilled items that a swap sends.
 * @throws NotFound, or NotAllowed if the swap is canceled, unconfirmed, fulfilled or without a shipping method, or its
 * return is canceled.
 */
export async function fulfillSwap(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, swap_id, ...input }: ReplacementFulfillmentInput & SwapIds,
): Promise<void> {
  const { swap, order } = await lockSwap(em, { order_id, swap_id })
  swap.assertNotCanceled('Canceled swap cannot be fulfilled')
  await assertSwapReturnNotCanceled(em, swap.id)
  await fulfillReplacement(em, providers, { replacement: swap, order, ...input })
}

/** @throws like `cancelReplacementFulfillment`. */
export async function cancelSwapFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...ids }: SwapFulfillmentIds,
): Promise<void> {
  const { swap, order } = await lockSwap(em, ids)
  await cancelReplacementFulfillment(em, providers, { replacement: swap, order, fulfillment_id })
}

export interface SwapShipment extends SwapFulfillmentIds {
  tracking_numbers: readonly string[]
  no_notification?: boolean | null | undefined
}

/** @throws like `shipReplacement`, and NotAllowed if the swap is canceled. */
export async function shipSwapFulfillment(
  em: EntityManager,
  { tracking_numbers, fulfillment_id, no_notification, ...ids }: SwapShipment,
): Promise<void> {
  const { swap } = await lockSwap(em, ids)
  swap.assertNotCanceled('Canceled swap cannot be fulfilled as shipped')
  await shipReplacement(em, { replacement: swap, fulfillment_id, tracking_numbers, no_notification })
}
