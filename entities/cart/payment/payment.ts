import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, PROVIDER_DATA, personal, personalMetadata, timestamps } from '#entities/base.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Order } from '#entities/orders/order/order.ts'
import { PaymentCollection } from '#entities/orders/payment-collection/payment-collection.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { now } from '#entities/values/clock.ts'
import { Cart } from '../cart/cart.ts'

const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    id: id('pay'),
    ...timestamps(),
    ...personalMetadata(),
    cart_id: p.text().nullable().index(),
    order_id: p.text().nullable().index(),
    swap_id: p.text().nullable().unique(),
    payment_collection_id: p.text().nullable(),
    /** The balance that paid. Null for a payment of a provider. */
    balance_account_id: p.text().nullable(),
    amount: amount(),
    amount_refunded: amount().onCreate(() => 0),
    currency_code: p.text(),
    provider_id: p.text(),
    data: personal(p.json<Record<string, unknown>>(), PROVIDER_DATA),
    captured_at: p.datetime(3).nullable(),
    canceled_at: p.datetime(3).nullable(),
    /** Set while it is unknown whether a remote provider has captured the payment: the time of the request. */
    capture_asked_at: p.datetime(3).nullable(),
    /** The amount to capture, which the shop decides before the request. Afterwards `amount` is the captured amount. */
    capture_amount: amount().nullable(),
    idempotency_key: p.text().nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
    currency: () => p.manyToOne(Currency).joinColumn('currency_code').persist(false).nullable(),
    payment_collection: () =>
      p.manyToOne(PaymentCollection).joinColumn('payment_collection_id').persist(false).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    swap: () => p.oneToOne(Swap).owner().joinColumn('swap_id').persist(false).nullable(),
  },
})

export class Payment extends PaymentSchema.class {
  /** The amount that can still be refunded, in minor units. */
  balance(): number {
    return this.captured_at && !this.canceled_at ? this.amount - this.amount_refunded : 0
  }

  /** The amount of the capture in progress, in minor units, or else the whole payment. */
  amountToCapture(): number {
    return (this.capture_asked_at && this.capture_amount) ?? this.amount
  }

  /** Records a capture, or a correction of its amount. Refunded money stays captured. */
  recordCapture(captured: number): void {
    if (!this.captured_at) this.capture_amount = this.amountToCapture()
    this.amount = Math.max(captured, this.amount_refunded)
    this.captured_at ??= now()
    this.capture_asked_at = null
  }

  /** Whether the provider has captured less than the amount to capture. */
  isShort(): boolean {
    return this.captured_at != null && this.amount < (this.capture_amount ?? 0)
  }

  isOpen(): boolean {
    return !this.captured_at && !this.canceled_at
  }
}
PaymentSchema.setClass(Payment)
