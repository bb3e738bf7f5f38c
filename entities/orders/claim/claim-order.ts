import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, id, metadata, softDelete, timestamps, word } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import { Order } from '../order/order.ts'
import type { FulfillmentStatus } from '../order/statuses.ts'
import { Return } from '../return/return.ts'
import { ClaimItem } from './claim-item.ts'

export const CLAIM_TYPES = ['refund', 'replace'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

export const CLAIM_PAYMENT_STATUSES = ['na', 'not_refunded', 'refunded'] as const
export type ClaimPaymentStatus = (typeof CLAIM_PAYMENT_STATUSES)[number]

/** Something was wrong with pieces of an order: their money is given back, or other pieces are sent. */
export const ClaimOrderSchema = defineEntity({
  name: 'ClaimOrder',
  tableName: 'claim_order',
  filters: alive,
  properties: {
    id: id('claim'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    type: word<ClaimType>(),
    /** `na` of a claim that replaces. */
    payment_status: word<ClaimPaymentStatus>().onCreate(() => 'na'),
    fulfillment_status: word<FulfillmentStatus>().onCreate(() => 'not_fulfilled'),
    order_id: p.text().index(),
    shipping_address_id: p.text().nullable(),
    /** Minor units. */
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

export class ClaimOrder extends ClaimOrderSchema.class {}
ClaimOrderSchema.setClass(ClaimOrder)
