import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { NotAllowed } from '../errors.ts'
import { announce, announceAll } from '../event/announce.ts'
import {
  packReplacement,
  type SendingParts,
  shipReplacement,
  unpackReplacement,
} from '../fulfillment/replacement-parcels.ts'
import { isPacked } from '../fulfillment/replacement-progress.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import { lockSwap, refuseWithoutReturn, type SwapIds, sendingOf } from './lock-swap.ts'
import type { Swap } from './swap.ts'

export interface SwapPacking extends SwapIds {
  metadata?: Metadata | null | undefined
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
}

export interface ParcelIds extends SwapIds {
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
  { metadata, no_notification, location_id, ...ids }: SwapPacking,
): Promise<void> {
  const locked = await lockSwap(em, ids)
  const { swap } = locked
  const silence = no_notification ?? swap.no_notification ?? null
  if (swap.canceled_at) throw new NotAllowed('Canceled swap cannot be fulfilled')
  await refuseWithoutReturn(em, swap.id)
  const packed = await packReplacement(em, providers, {
    ...sendingOf(locked),
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

function refuseFulfillment({ confirmed_at }: Swap, { methods, lines }: SendingParts): void {
  if (!confirmed_at || methods.length === 0)
    throw new NotAllowed("Cannot fulfill an swap that doesn't have shipping methods")
  if (isPacked(lines)) throw new NotAllowed('The swap was already fulfilled')
}

/** @throws as `unpackReplacement`; NotFound. */
export async function cancelSwapParcel(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...ids }: ParcelIds,
): Promise<void> {
  await unpackReplacement(em, providers, { ...sendingOf(await lockSwap(em, ids)), fulfillment_id })
}

export interface SwapShipment extends ParcelIds {
  tracking_numbers: readonly string[]
  no_notification?: boolean | null | undefined
}

/**
 * Registers that a parcel of a swap is on its way.
 * @throws NotFound. NotAllowed where the swap or the parcel is canceled.
 */
export async function shipSwapParcel(
  em: EntityManager,
  { tracking_numbers, fulfillment_id, no_notification, ...ids }: SwapShipment,
): Promise<void> {
  const locked = await lockSwap(em, ids)
  const { swap } = locked
  if (swap.canceled_at) throw new NotAllowed('Canceled swap cannot be fulfilled as shipped')
  const parcel = await shipReplacement(em, { ...sendingOf(locked), fulfillment_id, tracking_numbers })
  if (!parcel) return
  const silence = no_notification ?? parcel.no_notification ?? swap.no_notification ?? null
  await announce(em, 'swap.shipment_created', { id: swap.id, fulfillment_id, no_notification: silence })
}
