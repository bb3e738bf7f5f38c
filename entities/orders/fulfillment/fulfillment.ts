import { defineEntity, p } from '@mikro-orm/postgresql'
import { emptyMetadata, id, personal, timestamps } from '#entities/base.ts'
import { NotAllowed } from '#entities/errors.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { now } from '#entities/values/clock.ts'
import { ClaimOrder } from '../claim/claim-order.ts'
import { Order } from '../order/order.ts'
import { Swap } from '../swap/swap.ts'
import { FulfillmentItem } from './fulfillment-item.ts'
import { TrackingLink } from './tracking-link.ts'

const FulfillmentSchema = defineEntity({
  name: 'Fulfillment',
  tableName: 'fulfillment',
  properties: {
    id: id('ful'),
    ...timestamps(),
    ...emptyMetadata(),
    order_id: p.text().nullable().index(),
    claim_order_id: p.text().nullable().index(),
    swap_id: p.text().nullable(),
    provider_id: p.text(),
    location_id: p.text().nullable(),
    no_notification: p.boolean().nullable(),
    /** Always empty. The tracking numbers are in `tracking_links`. */
    tracking_numbers: personal(p.json<string[]>().onCreate(() => [])),
    data: personal(p.json<Record<string, unknown>>().onCreate(() => ({}))),
    shipped_at: p.datetime(3).nullable(),
    /** Responses do not show it, because fulfillments of Medusa v1 have no such column. */
    delivered_at: p.datetime(3).nullable(),
    canceled_at: p.datetime(3).nullable(),
    idempotency_key: p.text().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    claim_order: () => p.manyToOne(ClaimOrder).joinColumn('claim_order_id').persist(false).nullable(),
    swap: () => p.manyToOne(Swap).joinColumn('swap_id').persist(false).nullable(),
    provider: () => p.manyToOne(FulfillmentProvider).joinColumn('provider_id').persist(false).nullable(),
    items: () => p.oneToMany(FulfillmentItem).mappedBy('fulfillment').orderBy({ item_id: 'asc' }),
    tracking_links: () => p.oneToMany(TrackingLink).mappedBy('fulfillment').orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class Fulfillment extends FulfillmentSchema.class {
  assertNotShipped(): void {
    if (this.shipped_at)
      throw new NotAllowed('The fulfillment has already been shipped. Shipped fulfillments cannot be canceled').because(
        { name: 'fulfillment_shipped' },
      )
  }

  /** Returns false if the fulfillment is already shipped. */
  ship(): boolean {
    if (this.canceled_at)
      throw new NotAllowed('Fulfillment has been canceled').because({ name: 'fulfillment_canceled' })
    if (this.shipped_at) return false
    this.shipped_at = now()
    return true
  }

  /** Returns false if the delivery is already recorded. */
  deliver(): boolean {
    if (this.delivered_at) return false
    this.delivered_at = now()
    return true
  }
}
FulfillmentSchema.setClass(Fulfillment)
