import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, oneOf, PROVIDER_DATA, personal, timestamps } from '#entities/base.ts'
import { PAYMENT_SESSION_STATUSES } from '#entities/cart/payment/payment-session-statuses.ts'
import { PaymentCollection } from './payment-collection.ts'

/** A payment session of one provider. When the sessions are set, their amounts add up to the amount due. */
const CollectionSessionSchema = defineEntity({
  name: 'CollectionSession',
  tableName: 'payment_collection_session',
  properties: {
    id: id('ps'),
    ...timestamps(),
    payment_collection_id: p.text().index(),
    provider_id: p.text(),
    status: oneOf(PAYMENT_SESSION_STATUSES).onCreate(() => 'pending'),
    data: personal(p.json<Record<string, unknown>>(), PROVIDER_DATA),
    amount: amount(),
    payment_authorized_at: p.datetime(3).nullable(),
    payment_collection: () =>
      p.manyToOne(PaymentCollection).joinColumn('payment_collection_id').persist(false).nullable(),
  },
})

export class CollectionSession extends CollectionSessionSchema.class {
  /** Constants that the wire format of payment sessions requires. */
  cart_id(): null {
    return null
  }

  is_selected(): null {
    return null
  }

  idempotency_key(): null {
    return null
  }

  is_initiated(): true {
    return true
  }
}
CollectionSessionSchema.setClass(CollectionSession)
