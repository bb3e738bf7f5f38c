import type { EntityManager } from '@mikro-orm/postgresql'
import { getRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { maybeCarrier } from '#entities/market/shipping/carrier/find-carriers.ts'
import type { FulfillmentNotice } from '#entities/market/shipping/fulfillment-port.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { shipClaimFulfillment } from '../claim/claim-fulfillments.ts'
import { shipSwapFulfillment } from '../swap/swap-fulfillments.ts'
import { Fulfillment } from './fulfillment.ts'
import { shipOrderFulfillment } from './order-fulfillments.ts'

export interface ReceivedFulfillmentNotice {
  provider_id: string
  notice: FulfillmentNotice
}

/**
 * Ships a fulfillment, adds its tracking numbers and records its delivery. A repeated notice has no effect, and neither has a notice
 * about an unknown fulfillment. Call it outside of a transaction.
 * @throws DomainError if the order or the fulfillment is canceled.
 */
export async function processFulfillmentNotice(
  em: EntityManager,
  { provider_id, notice }: ReceivedFulfillmentNotice,
): Promise<void> {
  const { type, fulfillment_id, tracking_numbers = [] } = notice
  const populate = ['claim_order', 'swap'] as const
  const where = { id: fulfillment_id, provider_id }
  const owned = await em.fork().findOne(Fulfillment, where, { populate, filters: false })
  if (!owned) return
  await inTransaction(em, async (tx) => {
    const { order_id, claim_order, swap } = owned
    const carrier = notice.carrier && (await maybeCarrier(tx, notice.carrier))?.name
    const shipment = { fulfillment_id, tracking_numbers, carrier }
    if (order_id) await shipOrderFulfillment(tx, { order_id, ...shipment })
    if (claim_order)
      await shipClaimFulfillment(tx, { order_id: claim_order.order_id, claim_id: claim_order.id, ...shipment })
    if (swap) await shipSwapFulfillment(tx, { order_id: swap.order_id, swap_id: swap.id, ...shipment })
    if (type === 'delivered') await recordDelivery(tx, fulfillment_id)
  })
}

/** The owner of the fulfillment is locked. */
async function recordDelivery(em: EntityManager, id: string): Promise<void> {
  const fulfillment = await getRow(em, Fulfillment, { id })
  if (!fulfillment.deliver()) return
  const { order_id, claim_order_id, swap_id, no_notification = null } = fulfillment
  const details = { fulfillment_id: id, no_notification }
  if (order_id) await announce(em, 'order.shipment_delivered', { id: order_id, ...details })
  if (claim_order_id) await announce(em, 'claim.shipment_delivered', { id: claim_order_id, ...details })
  if (swap_id) await announce(em, 'swap.shipment_delivered', { id: swap_id, ...details })
}
