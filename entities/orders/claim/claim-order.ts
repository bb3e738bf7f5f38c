import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { alive, amount, id, oneOf, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Address } from '#entities/people/customer/address.ts'
import { now } from '#entities/values/clock.ts'
import { allocate } from '#entities/values/money.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import type { Replacement, ReplacementContents } from '../fulfillment/replacement.ts'
import { advanceReplacement, isFullyFulfilled } from '../fulfillment/replacement-progress.ts'
import { Order } from '../order/order.ts'
import { FULFILLMENT_STATUSES } from '../order/statuses.ts'
import { Return } from '../return/return.ts'
import { ClaimItem } from './claim-item.ts'

export const CLAIM_TYPES = ['refund', 'replace'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

const CLAIM_PAYMENT_STATUSES = ['na', 'not_refunded', 'refunded'] as const

const ClaimOrderSchema = defineEntity({
  name: 'ClaimOrder',
  tableName: 'claim_order',
  filters: alive,
  properties: {
    id: id('claim'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    type: oneOf(CLAIM_TYPES),
    /** `na` for a replacement claim and for a refund claim without a refund. */
    payment_status: oneOf(CLAIM_PAYMENT_STATUSES).onCreate(() => 'na'),
    fulfillment_status: oneOf(FULFILLMENT_STATUSES).onCreate(() => 'not_fulfilled'),
    order_id: p.text().index(),
    shipping_address_id: p.text().nullable(),
    refund_amount: amount().nullable(),
    canceled_at: p.datetime(3).nullable(),
    no_notification: p.boolean().nullable(),
    idempotency_key: p.text().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    shipping_address: () => p.manyToOne(Address).joinColumn('shipping_address_id').persist(false).nullable(),
    claim_items: () => p.oneToMany(ClaimItem).mappedBy('claim_order').orderBy({ created_at: 'asc', id: 'asc' }),
    additional_items: () => p.oneToMany(LineItem).mappedBy('claim_order').orderBy({ created_at: 'asc', id: 'asc' }),
    shipping_methods: () => p.oneToMany(ShippingMethod).mappedBy('claim_order').orderBy({ id: 'asc' }),
    fulfillments: () => p.oneToMany(Fulfillment).mappedBy('claim_order').orderBy({ created_at: 'asc', id: 'asc' }),
    return_order: () => p.oneToOne(Return).mappedBy('claim_order').lazy().nullable(),
  },
})

export class ClaimOrder extends ClaimOrderSchema.class implements Replacement {
  kind(): 'claim' {
    return 'claim'
  }

  owner(): { claim_order_id: string } {
    return { claim_order_id: this.id }
  }

  assertNotCanceled(message: string): void {
    if (this.canceled_at) throw new NotAllowed(message).because({ name: 'claim_canceled' })
  }

  assertFulfillable({ methods, lines }: ReplacementContents): void {
    if (this.type !== 'replace')
      throw new NotAllowed('Claims with the type "refund" can not be fulfilled.').because({
        name: 'claim_sends_nothing',
      })
    if (isFullyFulfilled(lines))
      throw new NotAllowed('The claim has already been fulfilled.').because({ name: 'already_fulfilled' })
    if (methods.length === 0)
      throw new NotAllowed('Cannot fulfill a claim without a shipping method.').because({ name: 'no_shipping_method' })
  }

  cancel(): void {
    advanceReplacement(this, 'canceled')
    this.canceled_at = now()
  }

  /** Reduces the refund of the claim and of its items. `items` must be all items of the claim. */
  reduceRefund(amount: number, items: readonly Row<ClaimItem>[]): void {
    this.refund_amount = Math.max(0, (this.refund_amount ?? 0) - amount)
    const shares = allocate(
      this.refund_amount,
      items.map((item) => item.refund_amount),
    )
    for (const [i, item] of items.entries()) item.refund_amount = shares[i] ?? 0
  }
}
ClaimOrderSchema.setClass(ClaimOrder)
