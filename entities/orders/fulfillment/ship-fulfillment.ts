import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, type Row } from '#database/rows.ts'
import { Step } from '#entities/platform/step/step.ts'
import { forEachLine } from './for-each-line.ts'
import type { Fulfillment } from './fulfillment.ts'
import { FulfillmentItem } from './fulfillment-item.ts'
import { addTracking, type Tracking } from './tracking.ts'

export interface Shipping {
  fulfillment: Row<Fulfillment>
  tracking_numbers: readonly string[]
}

export const shipFulfillmentStep = new Step<Shipping>({
  moment:
    'An administrator or the report of a carrier marks a fulfillment as shipped. Further tracking numbers have only rules.',
  context: { fulfillment: '', tracking_numbers: '' },
  fields: ['order', 'line_item'],
})

/** Returns false if the fulfillment was already shipped. Then only new tracking numbers are added. */
export async function shipFulfillment(
  em: EntityManager,
  fulfillment: Row<Fulfillment>,
  tracking: Tracking,
): Promise<boolean> {
  const { tracking_numbers } = tracking
  await shipFulfillmentStep.assertAllowed(em, { fulfillment, tracking_numbers })
  const isNewlyShipped = fulfillment.ship()
  const { id: fulfillment_id } = fulfillment
  await addTracking(em, fulfillment, tracking)
  if (!isNewlyShipped) return false
  const items = await findRows(em, FulfillmentItem, { fulfillment_id })
  await forEachLine(em, items, (line, quantity) => line.recordShipment(quantity))
  shipFulfillmentStep.addEffects(em, { fulfillment, tracking_numbers })
  return true
}
