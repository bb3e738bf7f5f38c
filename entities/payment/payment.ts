import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, metadata, timestamps } from '../base.ts'
import { Cart } from '../cart/cart.ts'
import { Currency } from '../currency/currency.ts'
import { Order } from '../order/order.ts'

/** Money that a provider has authorised, and perhaps captured. */
export const PaymentSchema = defineEntity({
  name: 'Payment',
  tableName: 'payment',
  properties: {
    id: id('pay'),
    ...timestamps(),
    ...metadata(),
    cart_id: p.text().nullable().index(),
    order_id: p.text().nullable().index(),
    swap_id: p.text().nullable(),
    amount: amount(),
    amount_refunded: amount().onCreate(() => 0),
    currency_code: p.text(),
    provider_id: p.text(),
    data: p.json<Record<string, unknown>>(),
    captured_at: p.datetime(3).nullable(),
    canceled_at: p.datetime(3).nullable(),
    /** Since when a provider over the network may be capturing it; null where nobody asked, or the answer is known. */
    capture_asked_at: p.datetime(3).nullable(),
    idempotency_key: p.text().nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
    currency: () => p.manyToOne(Currency).joinColumn('currency_code').persist(false).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
  },
})

export class Payment extends PaymentSchema.class {
  /** What of it can be given back; minor units. */
  balance(): number {
    return this.captured_at && !this.canceled_at ? this.amount - this.amount_refunded : 0
  }

  /** There is none; the wire format has the word. */
  swap(): null {
    return null
  }

  isOpen(): boolean {
    return !this.captured_at && !this.canceled_at
  }
}
PaymentSchema.setClass(Payment)
