import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { Fulfillment } from './fulfillment.ts'
import { FulfillmentItem } from './fulfillment-item.ts'
import { TrackingLink } from './tracking-link.ts'

/**
 * Registers that a parcel, whose order is locked, is on its way. Of one that is, only tracking numbers that it does not
 * have yet are added. Answers whether it was shipped just now.
 * @throws NotAllowed for a parcel that was canceled.
 */
export async function shipFulfillment(
  em: EntityManager,
  fulfillment: Fulfillment,
  tracking_numbers: readonly string[],
): Promise<boolean> {
  if (fulfillment.canceled_at) throw new NotAllowed('Fulfillment has been canceled')
  const { id: fulfillment_id } = fulfillment
  const links = await em.find(TrackingLink, { fulfillment_id })
  const known = new Set(links.map(({ tracking_number }) => tracking_number))
  for (const tracking_number of new Set(tracking_numbers))
    if (!known.has(tracking_number)) em.create(TrackingLink, { fulfillment_id, tracking_number })
  if (fulfillment.shipped_at) return false
  fulfillment.shipped_at = new Date()
  const items = await em.find(FulfillmentItem, { fulfillment_id })
  const lines = await em.find(LineItem, { id: { $in: items.map(({ item_id }) => item_id) } })
  for (const line of lines) {
    const quantity = items.find(({ item_id }) => item_id === line.id)?.quantity ?? 0
    line.shipped_quantity = (line.shipped_quantity ?? 0) + quantity
  }
  return true
}
