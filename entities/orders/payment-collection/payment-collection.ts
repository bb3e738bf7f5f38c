import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, id, oneOf, personal, personalMetadata, softDelete, timestamps } from '#entities/base.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { NotAllowed } from '#entities/errors.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Region } from '#entities/market/region/region.ts'
import { CollectionSession } from './collection-session.ts'
import { COLLECTION_STATUSES, computeCollectionStatus } from './collection-status.ts'

/** Collects the amount that an edit adds, or what the customer of an order owes. When an edit is confirmed, its order gets the payments. */
const PaymentCollectionSchema = defineEntity({
  name: 'PaymentCollection',
  tableName: 'payment_collection',
  filters: alive,
  properties: {
    id: id('paycol'),
    ...timestamps(),
    ...softDelete(),
    ...personalMetadata(),
    type: oneOf(['order_edit', 'order']).onCreate(() => 'order_edit'),
    /** The order that owes the amount. Null for an edit. */
    order_id: p.text().nullable().unique(),
    status: oneOf(COLLECTION_STATUSES).onCreate(() => 'not_paid'),
    description: personal(p.text().nullable()),
    amount: amount(),
    /** The sum of the payments before their capture, which can take less; 0 if the collection is canceled. */
    authorized_amount: amount().nullable(),
    region_id: p.text(),
    currency_code: p.text(),
    created_by: p.text(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
    currency: () => p.manyToOne(Currency).joinColumn('currency_code').persist(false).nullable(),
    payment_sessions: () =>
      p.oneToMany(CollectionSession).mappedBy('payment_collection').orderBy({ created_at: 'asc', id: 'asc' }),
    payments: () => p.oneToMany(Payment).mappedBy('payment_collection').orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class PaymentCollection extends PaymentCollectionSchema.class {
  unauthorizedAmount(): number {
    return this.amount - (this.authorized_amount ?? 0)
  }

  /** Returns false if the collection already has this amount. */
  raise(amount: number): boolean {
    if (amount <= this.amount) return false
    this.amount = amount
    if (this.status === 'authorized') this.status = 'partially_authorized'
    return true
  }

  /** Collects `due`, in minor units, in addition to its payments, also if the collection was deleted. */
  collect(due: number): void {
    this.deleted_at = null
    const authorized_amount = this.authorized_amount ?? 0
    this.amount = authorized_amount + due
    if (this.status !== 'not_paid') this.status = computeCollectionStatus({ amount: this.amount, authorized_amount })
  }

  authorize(amount: number): void {
    this.authorized_amount = (this.authorized_amount ?? 0) + amount
    this.status = computeCollectionStatus({ amount: this.amount, authorized_amount: this.authorized_amount })
  }

  cancel(): void {
    this.status = 'canceled'
    this.authorized_amount = 0
  }

  assertDeletable(): void {
    if (this.status !== 'not_paid' && this.status !== 'canceled')
      throw new NotAllowed(`Cannot delete payment collection with status ${this.status}`)
  }

  assertAcceptsSessions(): void {
    if (this.status === 'authorized')
      throw new NotAllowed(`Cannot set payment sessions for a payment collection with status ${this.status}`)
  }
}
PaymentCollectionSchema.setClass(PaymentCollection)
