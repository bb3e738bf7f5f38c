import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, double, flag, id, notPersonal, oneOf, personal, personalMetadata, timestamps } from '#entities/base.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Region } from '#entities/market/region/region.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { Address } from '#entities/people/customer/address.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { tags } from '#entities/platform/tag/tag.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { GiftCardTransaction } from '#entities/promotions/gift-card/gift-card-transaction.ts'
import { now } from '#entities/values/clock.ts'
import { ClaimOrder } from '../claim/claim-order.ts'
import { DraftOrder } from '../draft-order/draft-order.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import { OrderEdit } from '../order-edit/order-edit.ts'
import { paymentLinkColumns, revokeLinks } from '../payment-link/payment-link-columns.ts'
import { Return } from '../return/return.ts'
import { Swap } from '../swap/swap.ts'
import type { BookedTax } from '../taxes/booked-taxes.ts'
import { FULFILLMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from './statuses.ts'
import {
  type CountedPayment,
  canOrderBecome,
  computeCanceledPaymentStatus,
  computeFulfillmentStatus,
  computePaymentStatus,
  type LineProgress,
  STATUS_KINDS,
} from './transitions.ts'

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'order',
  properties: {
    id: id('order'),
    ...timestamps(),
    ...personalMetadata(),
    status: oneOf(ORDER_STATUSES).onCreate(() => 'pending'),
    fulfillment_status: oneOf(FULFILLMENT_STATUSES).onCreate(() => 'not_fulfilled'),
    payment_status: oneOf(PAYMENT_STATUSES).onCreate(() => 'not_paid'),
    /** In minor units: what the customer still owes, or, if negative, what the shop owes the customer. */
    difference_due: amount().onCreate(() => 0),
    /** Whether the buyer has an earlier order. PostgreSQL sets it. */
    is_returning: flag(false),
    /** The goods without taxes and before discounts, in minor units. Null until they are computed. */
    sold_subtotal: amount().nullable(),
    sold_discount: amount().nullable(),
    sold_shipping: amount().nullable(),
    sold_tax: amount().nullable(),
    /** The sales and refunds by tax. PostgreSQL books each change in `tax_entry`. Null for an order of an earlier version. */
    taxes: notPersonal(p.json<BookedTax[]>().nullable()),
    display_id: p.integer().defaultRaw(`nextval('order_display_id_seq')`),
    cart_id: p.text().nullable().unique(),
    customer_id: p.text().index(),
    email: personal(p.text(), { contains: 'email' }),
    region_id: p.text(),
    currency_code: p.text(),
    tax_rate: double().nullable(),
    billing_address_id: p.text().nullable(),
    shipping_address_id: p.text().nullable(),
    sales_channel_id: p.text().nullable(),
    draft_order_id: p.text().nullable().index(),
    canceled_at: p.datetime(3).nullable(),
    no_notification: p.boolean().nullable(),
    idempotency_key: p.text().nullable(),
    external_id: p.text().nullable(),
    ...tags(),
    ...paymentLinkColumns(),
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

type OrderStatuses = Pick<Order, 'status' | 'fulfillment_status' | 'payment_status'>

export class Order extends OrderSchema.class {
  object(): 'order' {
    return 'order'
  }

  assertNotCanceled(message: string): void {
    if (this.status === 'canceled') throw new NotAllowed(message).because({ name: 'order_canceled' })
  }

  complete(): boolean {
    this.assertNotCanceled('A canceled order cannot be completed')
    if (this.status === 'archived')
      throw new NotAllowed('An archived order cannot be completed').because({ name: 'order_archived' })
    if (this.status === 'completed') return false
    this.advance({ status: 'completed' })
    return true
  }

  archive(): void {
    const message = "Can't archive an unprocessed order"
    this.assertNotCanceled(message)
    if (this.status === 'archived') throw new NotAllowed(message).because({ name: 'order_archived' })
    if (this.status !== 'completed') throw new NotAllowed(message).because({ name: 'order_not_completed' })
    this.advance({ status: 'archived' })
  }

  cancel(): void {
    this.advance({ status: 'canceled', fulfillment_status: 'canceled', payment_status: 'canceled' })
    this.canceled_at = now()
    this.difference_due = 0
    revokeLinks(this)
  }

  requirePaymentAction(): void {
    this.advance({ payment_status: 'requires_action' })
  }

  requireFulfillmentAction(): void {
    this.advance({ fulfillment_status: 'requires_action' })
  }

  syncFulfillmentStatus(lines: readonly LineProgress[]): void {
    this.advance({ fulfillment_status: computeFulfillmentStatus(lines, this.fulfillment_status) })
  }

  /**
   * Returns true if the payment status changes. `payments` are all payments of the order, including those of its swaps.
   * `difference_due` is what the customer still owes, or, if negative, what the shop owes. A canceled order owes nothing, and
   * needs an action while the shop has money of the customer.
   */
  syncPayment(payments: readonly CountedPayment[], difference_due: number): boolean {
    const before = this.payment_status
    const isCanceled = this.status === 'canceled'
    this.difference_due = isCanceled ? 0 : difference_due
    this.advance({
      payment_status: isCanceled
        ? computeCanceledPaymentStatus(payments)
        : computePaymentStatus(payments, difference_due),
    })
    return this.payment_status !== before
  }

  /** Changes either all of the statuses or none. */
  private advance(changes: Partial<OrderStatuses>): void {
    const { status, fulfillment_status, payment_status } = this
    const next = { status, fulfillment_status, payment_status, ...changes }
    for (const kind of STATUS_KINDS)
      if (!canOrderBecome(kind, this[kind], next[kind]))
        throw new NotAllowed(`An order that is ${this[kind]} cannot become ${next[kind]}`).because({
          name: 'status_transition',
          from: this[kind],
          to: next[kind],
        })
    Object.assign(this, next)
  }
}
OrderSchema.setClass(Order)
