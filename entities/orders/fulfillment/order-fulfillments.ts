import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOrder } from '../order/lock-order.ts'
import { syncFulfillmentStatus } from '../order/sync-fulfillment-status.ts'
import { cancelFulfillment } from './cancel-fulfillment.ts'
import { Fulfillment } from './fulfillment.ts'
import { shipFulfillment } from './ship-fulfillment.ts'
import type { Tracking } from './tracking.ts'

interface OrderFulfillmentIds {
  order_id: string
  fulfillment_id: string
}

export async function cancelOrderFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, fulfillment_id }: OrderFulfillmentIds,
): Promise<void> {
  const order = await lockOrder(em, order_id)
  const fulfillment = await findRow(em, Fulfillment, { id: fulfillment_id, order_id })
  if (!fulfillment)
    throw new NotFound(`no fulfillment was found with the id: ${fulfillment_id} related to order: ${order_id}`)
  if (!(await cancelFulfillment(em, providers, { order, fulfillment }))) return
  await syncFulfillmentStatus(em, order)
  const no_notification = fulfillment.no_notification ?? order.no_notification ?? null
  await announce(em, 'order.fulfillment_canceled', { id: order_id, fulfillment_id, no_notification })
}

interface OrderShipment extends OrderFulfillmentIds, Tracking {
  no_notification?: boolean | null | undefined
}

export async function shipOrderFulfillment(
  em: EntityManager,
  { order_id, fulfillment_id, tracking_numbers, carrier, ...input }: OrderShipment,
): Promise<void> {
  const order = await lockOrder(em, order_id)
  order.assertNotCanceled('A canceled order cannot be fulfilled as shipped')
  const fulfillment = await findRow(em, Fulfillment, { id: fulfillment_id, order_id })
  if (!fulfillment) throw new NotFound('Could not find fulfillment')
  if (input.no_notification != null) fulfillment.no_notification = input.no_notification
  if (!(await shipFulfillment(em, fulfillment, { tracking_numbers, carrier }))) return
  await syncFulfillmentStatus(em, order)
  const no_notification = fulfillment.no_notification ?? order.no_notification ?? null
  await announce(em, 'order.shipment_created', { id: order_id, fulfillment_id, no_notification })
}
