import type { EntityManager } from '@mikro-orm/postgresql'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOpenOrder, lockOrder } from '../order/lock-order.ts'
import { syncFulfillmentStatus } from '../order/sync-fulfillment-status.ts'
import { cancelFulfillment } from './cancel-fulfillment.ts'
import { Fulfillment } from './fulfillment.ts'
import { shipFulfillment } from './ship-fulfillment.ts'

interface OrderFulfillmentIds {
  order_id: string
  fulfillment_id: string
}

/**
 * Unpacks a parcel of an order: its pieces may be packed again. A canceled parcel stays as it is.
 * @throws NotFound. NotAllowed where it was shipped, or pieces of it are claimed or come back.
 */
export async function cancelOrderFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { order_id, fulfillment_id }: OrderFulfillmentIds,
): Promise<void> {
  const order = await lockOrder(em, order_id)
  const parcel = await em.findOne(Fulfillment, { id: fulfillment_id, order_id })
  if (!parcel)
    throw new NotFound(`no fulfillment was found with the id: ${fulfillment_id} related to order: ${order_id}`)
  if (!(await cancelFulfillment(em, providers, { order, fulfillment: parcel }))) return
  await syncFulfillmentStatus(em, order)
  const no_notification = parcel.no_notification ?? order.no_notification ?? null
  await announce(em, 'order.fulfillment_canceled', { id: order_id, fulfillment_id, no_notification })
}

/**
 * Registers that a parcel of an order is on its way. Of one that is, only tracking numbers are added.
 * @throws NotFound. NotAllowed where the order or the parcel is canceled.
 */
export async function shipOrderFulfillment(
  em: EntityManager,
  { order_id, fulfillment_id, ...shipped }: OrderFulfillmentIds & OrderShipment,
): Promise<void> {
  const order = await lockOpenOrder(em, order_id, 'A canceled order cannot be fulfilled as shipped')
  const parcel = await em.findOne(Fulfillment, { id: fulfillment_id, order_id })
  if (!parcel) throw new NotFound('Could not find fulfillment')
  const { tracking_numbers, no_notification } = shipped
  if (no_notification != null) parcel.no_notification = no_notification
  if (!(await shipFulfillment(em, parcel, tracking_numbers))) return
  await syncFulfillmentStatus(em, order)
  const silence = parcel.no_notification ?? order.no_notification ?? null
  await announce(em, 'order.shipment_created', { id: order_id, fulfillment_id, no_notification: silence })
}

interface OrderShipment {
  tracking_numbers: readonly string[]
  no_notification?: boolean | null | undefined
}
