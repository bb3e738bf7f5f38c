import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, oneOf, personal, personalMetadata, timestamps } from '#entities/base.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { NotAllowed } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'
import { ClaimOrder } from '../claim/claim-order.ts'
import { Order } from '../order/order.ts'
import { Swap } from '../swap/swap.ts'
import { ReturnItem } from './return-item.ts'

export const RETURN_STATUSES = ['requested', 'received', 'requires_action', 'canceled'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** The return of a swap has no `order_id`. Its order is the order of the swap. */
const ReturnSchema = defineEntity({
  name: 'Return',
  tableName: 'return',
  properties: {
    id: id('ret'),
    ...timestamps(),
    ...personalMetadata(),
    status: oneOf(RETURN_STATUSES).onCreate(() => 'requested'),
    order_id: p.text().nullable().index(),
    claim_order_id: p.text().nullable().unique(),
    swap_id: p.text().nullable().unique(),
    location_id: p.text().nullable(),
    shipping_data: personal(p.json<Record<string, unknown>>().nullable()),
    refund_amount: amount(),
    received_at: p.datetime(3).nullable(),
    no_notification: p.boolean().nullable(),
    idempotency_key: p.text().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    claim_order: () => p.oneToOne(ClaimOrder).owner().joinColumn('claim_order_id').persist(false).nullable(),
    swap: () => p.oneToOne(Swap).owner().joinColumn('swap_id').persist(false).nullable(),
    items: () => p.oneToMany(ReturnItem).mappedBy('return_order').orderBy({ item_id: 'asc' }),
    shipping_method: () => p.oneToOne(ShippingMethod).mappedBy('return_order').lazy().nullable(),
  },
})

export class Return extends ReturnSchema.class {
  /** Returns the owner that refunds the items, or undefined if the return itself refunds them. */
  refundingOwner(): 'claim' | 'swap' | undefined {
    if (this.claim_order_id) return 'claim'
    return this.swap_id ? 'swap' : undefined
  }

  assertReceivable(): void {
    if (this.status === 'canceled')
      throw new NotAllowed('Cannot receive a canceled return').because({ name: 'return_canceled' })
    if (this.status === 'received')
      throw new NotAllowed(`Return with id ${this.id} has already been received`).because({ name: 'return_received' })
  }

  receive(): void {
    this.assertReceivable()
    this.status = 'received'
    this.received_at = now()
  }

  assertNotReceived(): void {
    if (this.status === 'received')
      throw new NotAllowed("Can't cancel a return which has been returned").because({ name: 'return_received' })
  }

  cancel(): void {
    this.assertNotReceived()
    this.status = 'canceled'
  }
}
ReturnSchema.setClass(Return)
