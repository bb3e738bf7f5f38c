import type { EntityManager } from '@mikro-orm/postgresql'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import {
  cancelReplacementFulfillment,
  fulfillReplacement,
  type ReplacementFulfillmentInput,
  shipReplacement,
} from '../fulfillment/replacement-fulfillments.ts'
import type { Tracking } from '../fulfillment/tracking.ts'
import { assertSwapReturnNotCanceled, lockSwap, type SwapIds } from './lock-swap.ts'

export interface SwapFulfillmentIds extends SwapIds {
  fulfillment_id: string
}

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

export async function cancelSwapFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...ids }: SwapFulfillmentIds,
): Promise<void> {
  const { swap, order } = await lockSwap(em, ids)
  await cancelReplacementFulfillment(em, providers, { replacement: swap, order, fulfillment_id })
}

export interface SwapShipment extends SwapFulfillmentIds, Tracking {
  no_notification?: boolean | null | undefined
}

export async function shipSwapFulfillment(
  em: EntityManager,
  { tracking_numbers, carrier, fulfillment_id, no_notification, ...ids }: SwapShipment,
): Promise<void> {
  const { swap } = await lockSwap(em, ids)
  swap.assertNotCanceled('Canceled swap cannot be fulfilled as shipped')
  await shipReplacement(em, { replacement: swap, fulfillment_id, tracking_numbers, carrier, no_notification })
}
