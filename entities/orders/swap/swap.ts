import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  alive,
  amount,
  flag,
  id,
  notPersonal,
  oneOf,
  personalMetadata,
  softDelete,
  timestamps,
} from '#entities/base.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Address } from '#entities/people/customer/address.ts'
import { now } from '#entities/values/clock.ts'
import { Fulfillment } from '../fulfillment/fulfillment.ts'
import type { Replacement, ReplacementContents } from '../fulfillment/replacement.ts'
import { advanceReplacement, isFullyFulfilled } from '../fulfillment/replacement-progress.ts'
import { Order } from '../order/order.ts'
import { paymentLinkColumns, revokeLinks } from '../payment-link/payment-link-columns.ts'
import { Return } from '../return/return.ts'
import type { BookedTax } from '../taxes/booked-taxes.ts'
import {
  advanceSwapPayment,
  type ReachableSwapPaymentStatus,
  SWAP_FULFILLMENT_STATUSES,
  SWAP_PAYMENT_STATUSES,
} from './statuses.ts'

/** The cart of a swap has the returned items as lines with negative prices. Completing the cart confirms the swap. */
const SwapSchema = defineEntity({
  name: 'Swap',
  tableName: 'swap',
  filters: alive,
  properties: {
    id: id('swap'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    fulfillment_status: oneOf(SWAP_FULFILLMENT_STATUSES).onCreate(() => 'not_fulfilled'),
    payment_status: oneOf(SWAP_PAYMENT_STATUSES).onCreate(() => 'not_paid'),
    order_id: p.text().index(),
    /** Minor units, negative if the shop owes the difference. Null until the swap is confirmed. */
    difference_due: amount().nullable(),
    shipping_address_id: p.text().nullable(),
    /** The sent and returned items by tax. PostgreSQL books them in `tax_entry`. Null before the confirmation. */
    taxes: notPersonal(p.json<BookedTax[]>().nullable()),
    cart_id: p.text().nullable().unique(),
    confirmed_at: p.datetime(3).nullable(),
    canceled_at: p.datetime(3).nullable(),
    no_notification: p.boolean().nullable(),
    /** True if the swap can be confirmed with items that are out of stock. */
    allow_backorder: flag(false),
    idempotency_key: p.text().nullable(),
    ...paymentLinkColumns(),
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

export class Swap extends SwapSchema.class implements Replacement {
  kind(): 'swap' {
    return 'swap'
  }

  owner(): { swap_id: string } {
    return { swap_id: this.id }
  }

  assertNotCanceled(message: string): void {
    if (this.canceled_at) throw new NotAllowed(message).because({ name: 'swap_canceled' })
  }

  assertProcessable(): void {
    this.assertNotCanceled('Canceled swap cannot be processed')
    if (!this.confirmed_at)
      throw new NotAllowed("Cannot process a swap that hasn't been confirmed by the customer").because({
        name: 'swap_unconfirmed',
      })
  }

  assertFulfillable({ methods, lines }: ReplacementContents): void {
    const message = "Cannot fulfill an swap that doesn't have shipping methods"
    if (!this.confirmed_at) throw new NotAllowed(message).because({ name: 'swap_unconfirmed' })
    if (methods.length === 0) throw new NotAllowed(message).because({ name: 'no_shipping_method' })
    if (isFullyFulfilled(lines))
      throw new NotAllowed('The swap was already fulfilled').because({ name: 'already_fulfilled' })
  }

  isPaymentSettled(): boolean {
    return this.payment_status === 'captured' || this.payment_status === 'difference_refunded'
  }

  advancePayment(to: ReachableSwapPaymentStatus): void {
    advanceSwapPayment(this, to)
  }

  cancel(): void {
    this.advancePayment('canceled')
    advanceReplacement(this, 'canceled')
    this.canceled_at = now()
    revokeLinks(this)
  }
}
SwapSchema.setClass(Swap)
