import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announce, announceAll } from '#entities/platform/event/announce.ts'
import {
  cancelReplacementFulfillment,
  fulfillReplacement,
  type ReplacementParts,
  shipReplacement,
} from '../fulfillment/replacement-fulfillments.ts'
import { isFullyFulfilled } from '../fulfillment/replacement-progress.ts'
import { buildSwapReplacement, lockSwap, refuseWithoutReturn, type SwapIds } from './lock-swap.ts'
import type { Swap } from './swap.ts'

export interface SwapFulfillmentInput extends SwapIds {
  metadata?: Metadata | null | undefined
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
}

export interface SwapFulfillmentIds extends SwapIds {
  fulfillment_id: string
}

/**
 * Packs everything that a swap sends and that is not packed yet.
 * @throws NotFound. NotAllowed for a swap that is canceled, or whose return is; that has no shipping method, as none has before
 * it is confirmed; or that is packed already.
 */
export async function fulfillSwap(
  em: EntityManager,
  providers: FulfillmentProviders,
  { metadata, no_notification, location_id, ...ids }: SwapFulfillmentInput,
): Promise<void> {
  const locked = await lockSwap(em, ids)
  const { swap } = locked
  const silence = no_notification ?? swap.no_notification ?? null
  if (swap.canceled_at) throw new NotAllowed('Canceled swap cannot be fulfilled')
  await refuseWithoutReturn(em, swap.id)
  const packed = await fulfillReplacement(em, providers, {
    ...buildSwapReplacement(locked),
    refuse: (parts) => refuseFulfillment(swap, parts),
    no_notification: silence,
    location_id,
    metadata,
  })
  const told = { id: swap.id, no_notification: silence }
  await announceAll(
    em,
    packed.map(({ id }) => ({ name: 'swap.fulfillment_created', payload: { ...told, fulfillment_id: id } }) as const),
  )
}

function refuseFulfillment({ confirmed_at }: Swap, { methods, lines }: ReplacementParts): void {
  if (!confirmed_at || methods.length === 0)
    throw new NotAllowed("Cannot fulfill an swap that doesn't have shipping methods")
  if (isFullyFulfilled(lines)) throw new NotAllowed('The swap was already fulfilled')
}

/** @throws as `unpackReplacement`; NotFound. */
export async function cancelSwapFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...ids }: SwapFulfillmentIds,
): Promise<void> {
  await cancelReplacementFulfillment(em, providers, {
    ...buildSwapReplacement(await lockSwap(em, ids)),
    fulfillment_id,
  })
}

export interface SwapShipment extends SwapFulfillmentIds {
  tracking_numbers: readonly string[]
  no_notification?: boolean | null | undefined
}

/**
 * Registers that a parcel of a swap is on its way.
 * @throws NotFound. NotAllowed where the swap or the parcel is canceled.
 */
export async function shipSwapFulfillment(
  em: EntityManager,
  { tracking_numbers, fulfillment_id, no_notification, ...ids }: SwapShipment,
): Promise<void> {
  const locked = await lockSwap(em, ids)
  const { swap } = locked
  if (swap.canceled_at) throw new NotAllowed('Canceled swap cannot be fulfilled as shipped')
  const parcel = await shipReplacement(em, { ...buildSwapReplacement(locked), fulfillment_id, tracking_numbers })
  if (!parcel) return
  const silence = no_notification ?? parcel.no_notification ?? swap.no_notification ?? null
  await announce(em, 'swap.shipment_created', { id: swap.id, fulfillment_id, no_notification: silence })
}
