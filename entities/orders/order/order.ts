import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, timestamps, word } from '#entities/base.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Region } from '#entities/market/region/region.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { GiftCardTransaction } from '#entities/promotions/gift-card/gift-card-transaction.ts'
import { ClaimOrder } from '../claim/claim-order.ts'
import { DraftOrder } from '../draft-order/draft-order.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import { OrderEdit } from '../order-edit/order-edit.ts'
import { Return } from '../return/return.ts'
import { Swap } from '../swap/swap.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from './statuses.ts'

export const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'order',
  properties: {
    id: id('order'),
    ...timestamps(),
    ...metadata(),
    status: word<OrderStatus>().onCreate(() => 'pending'),
    fulfillment_status: word<FulfillmentStatus>().onCreate(() => 'not_fulfilled'),
    payment_status: word<PaymentStatus>().onCreate(() => 'not_paid'),
    /** The number that people use, counted up over the whole shop by a sequence. */
    display_id: p.integer().defaultRaw(`nextval('order_display_id_seq')`),
    cart_id: p.text().nullable().unique(),
    customer_id: p.text().index(),
    email: p.text(),
    region_id: p.text(),
    currency_code: p.text(),
    tax_rate: p.double().nullable(),
    billing_address_id: p.text().nullable(),
    shipping_address_id: p.text().nullable(),
    sales_channel_id: p.text().nullable(),
    draft_order_id: p.text().nullable().index(),
    canceled_at: p.datetime(3).nullable(),
    no_notification: p.boolean().nullable(),
    idempotency_key: p.text().nullable(),
    external_id: p.text().nullable(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
    billing_address: () => p.manyToOne(Address).joinColumn('billing_address_id').persist(false).nullable(),
    shipping_address: () => p.manyToOne(Address).joinColumn('shipping_address_id').persist(false).nullable(),
    sales_channel: () => p.manyToOne(SalesChannel).joinColumn('sales_channel_id').persist(false).nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
    currency: () => p.manyToOne(Currency).joinColumn('currency_code').persist(false).nullable(),
    draft_order: () => p.manyToOne(DraftOrder).joinColumn('draft_order_id').persist(false).nullable(),
    shipping_methods: () => p.oneToMany(ShippingMethod).mappedBy('order').orderBy({ id: 'asc' }),
    fulfillments: () => p.oneToMany(Fulfillment).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    returns: () => p.oneToMany(Return).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    claims: () => p.oneToMany(ClaimOrder).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    edits: () => p.oneToMany(OrderEdit).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    swaps: () => p.oneToMany(Swap).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    payments: () => p.oneToMany(Payment).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    refunds: () => p.oneToMany(Refund).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    gift_card_transactions: () =>
      p.oneToMany(GiftCardTransaction).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    items: () => p.oneToMany(LineItem).mappedBy('order').orderBy({ created_at: 'asc', id: 'asc' }),
    discounts: () =>
      p
        .manyToMany(Discount)
        .pivotTable('order_discounts')
        .joinColumn('order_id')
        .inverseJoinColumn('discount_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
    gift_cards: () =>
      p
        .manyToMany(GiftCard)
        .pivotTable('order_gift_cards')
        .joinColumn('order_id')
        .inverseJoinColumn('gift_card_id')
        .orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class Order extends OrderSchema.class {
  object(): 'order' {
    return 'order'
  }
}
OrderSchema.setClass(Order)
