import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, flag, id, metadata, softDelete, timestamps, word } from '#entities/base.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import { Order } from '../order/order.ts'
import { Return } from '../return/return.ts'
import type { SwapFulfillmentStatus, SwapPaymentStatus } from './statuses.ts'

/**
 * Pieces of an order come back and others are sent for them. What that costs is said by a cart of its own, in which the
 * former stand with negative prices beside the latter; its customer confirms the swap by completing that cart.
 */
export const SwapSchema = defineEntity({
  name: 'Swap',
  tableName: 'swap',
  filters: alive,
  properties: {
    id: id('swap'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    fulfillment_status: word<SwapFulfillmentStatus>().onCreate(() => 'not_fulfilled'),
    payment_status: word<SwapPaymentStatus>().onCreate(() => 'not_paid'),
    order_id: p.text().index(),
    /** Minor units, less than 0 where the shop owes them; null until the swap is confirmed. */
    difference_due: amount().nullable(),
    shipping_address_id: p.text().nullable(),
    cart_id: p.text().nullable().unique(),
    confirmed_at: p.datetime(3).nullable(),
    canceled_at: p.datetime(3).nullable(),
    no_notification: p.boolean().nullable(),
    /** Whether it may be confirmed with pieces that are not in stock. */
    allow_backorder: flag(false),
    idempotency_key: p.text().nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
    shipping_address: () => p.manyToOne(Address).joinColumn('shipping_address_id').persist(false).nullable(),
    additional_items: () => p.oneToMany(LineItem).mappedBy('swap').orderBy({ created_at: 'asc', id: 'asc' }),
    shipping_methods: () => p.oneToMany(ShippingMethod).mappedBy('swap').orderBy({ id: 'asc' }),
    fulfillments: () => p.oneToMany(Fulfillment).mappedBy('swap').orderBy({ created_at: 'asc', id: 'asc' }),
    return_order: () => p.oneToOne(Return).mappedBy('swap').lazy().nullable(),
    payment: () => p.oneToOne(Payment).mappedBy('swap').lazy().nullable(),
  },
})

export class Swap extends SwapSchema.class {}
SwapSchema.setClass(Swap)
