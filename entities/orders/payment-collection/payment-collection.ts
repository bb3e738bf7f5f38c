import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, id, metadata, softDelete, timestamps, word } from '#entities/base.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Region } from '#entities/market/region/region.ts'
import { CollectionSession } from './collection-session.ts'
import { COLLECTION_STATUSES } from './collection-status.ts'

/** Money that is due for an edit of an order. Its payments become payments of the order with the edit. */
export const PaymentCollectionSchema = defineEntity({
  name: 'PaymentCollection',
  tableName: 'payment_collection',
  filters: alive,
  properties: {
    id: id('paycol'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    type: word(['order_edit']).onCreate(() => 'order_edit'),
    status: word(COLLECTION_STATUSES).onCreate(() => 'not_paid'),
    description: p.text().nullable(),
    amount: amount(),
    /** The sum of its payments, without those that were let go of before they came to the order. */
    authorized_amount: amount().nullable(),
    region_id: p.text(),
    currency_code: p.text(),
    /** Of a user. */
    created_by: p.text(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
    currency: () => p.manyToOne(Currency).joinColumn('currency_code').persist(false).nullable(),
    payment_sessions: () =>
      p.oneToMany(CollectionSession).mappedBy('payment_collection').orderBy({ created_at: 'asc', id: 'asc' }),
    payments: () => p.oneToMany(Payment).mappedBy('payment_collection').orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class PaymentCollection extends PaymentCollectionSchema.class {
  /** What may still be authorised, in minor units. */
  open(): number {
    return this.amount - (this.authorized_amount ?? 0)
  }
}
PaymentCollectionSchema.setClass(PaymentCollection)
