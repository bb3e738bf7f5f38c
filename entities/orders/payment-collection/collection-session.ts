import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, timestamps, word } from '#entities/base.ts'
import { PAYMENT_SESSION_STATUSES } from '#entities/cart/payment/payment-session.ts'
import { PaymentCollection } from './payment-collection.ts'

/**
 * A part of the money of a payment collection that is to come from one provider. The parts add up to
 * what was due when they were chosen.
 */
export const CollectionSessionSchema = defineEntity({
  name: 'CollectionSession',
  tableName: 'payment_collection_session',
  properties: {
    id: id('ps'),
    ...timestamps(),
    payment_collection_id: p.text().index(),
    provider_id: p.text(),
    status: word(PAYMENT_SESSION_STATUSES).onCreate(() => 'pending'),
    data: p.json<Record<string, unknown>>(),
    amount: amount(),
    payment_authorized_at: p.datetime(3).nullable(),
    payment_collection: () =>
      p.manyToOne(PaymentCollection).joinColumn('payment_collection_id').persist(false).nullable(),
  },
})

export class CollectionSession extends CollectionSessionSchema.class {
  /** Sessions of carts have one; the wire format has the words. */
  cart_id(): null {
    return null
  }

  /** As `cart_id`. */
  is_selected(): null {
    return null
  }

  /** As `cart_id`. */
  idempotency_key(): null {
    return null
  }

  /** It begins at its provider when it is made. */
  is_initiated(): true {
    return true
  }
}
CollectionSessionSchema.setClass(CollectionSession)
