import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, timestamps } from '#entities/base.ts'
import { Cart } from '../cart/cart.ts'
import type { PayableCart } from './payable-cart.ts'

/**
 * `started`, `pending` and `requires_more` wait for the provider or the customer, `authorized` waits to be
 * taken, `canceling` for the provider to let go of the money, if it has any. The others are ends.
 */
export type PaymentAttemptStatus =
  | 'started'
  | 'pending'
  | 'requires_more'
  | 'authorized'
  | 'completed'
  | 'declined'
  | 'canceling'
  | 'canceled'
  | 'failed'

/**
 * One asking of a provider over the network for the money of a cart, or for a part of a payment collection, written down
 * before it is asked. Its id is the key by which the provider knows it, so that a payment there is found whatever becomes of
 * the answer.
 */
export const PaymentAttemptSchema = defineEntity({
  name: 'PaymentAttempt',
  tableName: 'payment_attempt',
  properties: {
    id: id('patt'),
    ...timestamps(),
    /** It is for a cart, or for a part of a payment collection. */
    cart_id: p.text().nullable(),
    payment_collection_id: p.text().nullable(),
    session_id: p.text(),
    provider_id: p.text(),
    amount: amount(),
    currency_code: p.text(),
    /** What the money is for: of a cart as `contentsOf` says, of a part of a collection the id of its session. */
    contents: p.text(),
    status: p
      .text()
      .$type<PaymentAttemptStatus>()
      .onCreate(() => 'started'),
    /** What the provider said last. */
    data: p.json<Record<string, unknown>>().onCreate(() => ({})),
    /** Until when whoever asks may be waiting for the answer or using it. */
    asked_until: p.datetime(3).nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
  },
})

export class PaymentAttempt extends PaymentAttemptSchema.class {
  /** Whether its cart, or its part of a collection, can still be paid by it. */
  isLive(): boolean {
    return (LIVE as readonly string[]).includes(this.status)
  }

  isInProgress(now: Date): boolean {
    return this.isLive() && this.asked_until != null && this.asked_until > now
  }

  /** Whether it is for exactly what is in the cart, at what it costs, from the session that pays. */
  isFor({ cart, session, total, contents }: PayableCart): boolean {
    return (
      this.session_id === session?.id &&
      this.provider_id === session.provider_id &&
      this.amount === total &&
      this.currency_code === cart.region.currency_code &&
      this.contents === contents
    )
  }
}
PaymentAttemptSchema.setClass(PaymentAttempt)

const LIVE = ['started', 'pending', 'requires_more', 'authorized'] as const satisfies PaymentAttemptStatus[]
