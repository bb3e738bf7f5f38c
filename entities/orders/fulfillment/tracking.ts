import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, findRow, findRows, insertRow, type Row } from '#database/rows.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { findCarrier, type OfferedCarrier } from '#entities/market/shipping/carrier/find-carriers.ts'
import { trackingUrl } from '#entities/market/shipping/carrier/tracking-url.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { ClaimOrder } from '../claim/claim-order.ts'
import { lockOrder } from '../order/lock-order.ts'
import { Swap } from '../swap/swap.ts'
import { Fulfillment } from './fulfillment.ts'
import { TrackingLink } from './tracking-link.ts'

export interface Tracking {
  tracking_numbers: readonly string[]
  /** The name of the carrier. Without it, the numbers have no link. */
  carrier?: string | null | undefined
}

/** Adds the new numbers of a fulfillment, with the links of the carrier. @throws InvalidData for an unknown carrier. */
export async function addTracking(
  em: EntityManager,
  { id: fulfillment_id }: Row<Fulfillment>,
  { tracking_numbers, carrier }: Tracking,
): Promise<void> {
  const found = carrier ? await findCarrier(em, carrier) : undefined
  const links = await findRows(em, TrackingLink, { fulfillment_id })
  const knownNumbers = new Set(links.map(({ tracking_number }) => tracking_number))
  for (const number of new Set(tracking_numbers))
    if (!knownNumbers.has(number)) insertRow(em, TrackingLink, { fulfillment_id, ...linkOf(number, found) })
}

const linkOf = (tracking_number: string, carrier: OfferedCarrier | undefined) => ({
  tracking_number,
  carrier: carrier?.name ?? null,
  url: carrier ? trackingUrl(carrier.tracking_url, tracking_number) : null,
})

interface CorrectedTracking extends Tracking {
  order_id: string
  fulfillment_id: string
}

/**
 * Replaces the tracking numbers of a fulfillment of an order, or of its claims and swaps.
 * @throws NotFound, NotAllowed if the fulfillment is canceled, InvalidData for an unknown carrier.
 */
export async function correctTracking(
  em: EntityManager,
  { order_id, fulfillment_id, ...tracking }: CorrectedTracking,
): Promise<void> {
  const order = await lockOrder(em, order_id)
  const fulfillment = await findRow(em, Fulfillment, { id: fulfillment_id })
  if (!fulfillment || (await findOrderId(em, fulfillment)) !== order_id)
    throw new NotFound(`no fulfillment was found with the id: ${fulfillment_id} related to order: ${order_id}`)
  if (fulfillment.canceled_at)
    throw new NotAllowed('Fulfillment has been canceled').because({ name: 'fulfillment_canceled' })
  for (const link of await findRows(em, TrackingLink, { fulfillment_id })) deleteRow(em, link)
  await em.flush()
  await addTracking(em, fulfillment, tracking)
  await announce(em, 'order.updated', { id: order_id, no_notification: order.no_notification ?? null })
}

async function findOrderId(em: EntityManager, fulfillment: Row<Fulfillment>): Promise<string | null | undefined> {
  const { order_id, claim_order_id, swap_id } = fulfillment
  if (claim_order_id) return (await findRow(em, ClaimOrder, { id: claim_order_id }))?.order_id
  return swap_id ? (await findRow(em, Swap, { id: swap_id }))?.order_id : order_id
}
