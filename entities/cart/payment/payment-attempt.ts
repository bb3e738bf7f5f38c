import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, notPersonal, PROVIDER_DATA, personal, timestamps } from '#entities/base.ts'
import { Cart } from '../cart/cart.ts'
import type { CartPart, PayableCart } from './payable-cart.ts'

/**
 * `started`, `pending` and `requires_more` wait for the provider or the customer. `authorized` waits for the order,
 * `canceling` for the provider to cancel the payment. The other statuses are final.
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

/** Stored before a remote provider is called. If the answer is lost, the id of the attempt finds the payment. */
const PaymentAttemptSchema = defineEntity({
  name: 'PaymentAttempt',
  tableName: 'payment_attempt',
  properties: {
    id: id('patt'),
    ...timestamps(),
    cart_id: p.text().nullable(),
    payment_collection_id: p.text().nullable(),
    session_id: p.text(),
    provider_id: p.text(),
    amount: amount(),
    currency_code: p.text(),
    /** The hash of the cart contents, or the id of the session of a payment collection. */
    contents: notPersonal(p.text()),
    status: p
      .text()
      .$type<PaymentAttemptStatus>()
      .onCreate(() => 'started'),
    data: personal(
      p.json<Record<string, unknown>>().onCreate(() => ({})),
      PROVIDER_DATA,
    ),
    /** The end of the lease. Until then a request waits for the provider, and other requests must wait. */
    asked_until: p.datetime(3).nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
  },
})

export class PaymentAttempt extends PaymentAttemptSchema.class {
  isLive(): boolean {
    return (LIVE_STATUSES as readonly string[]).includes(this.status)
  }

  isInProgress(now: Date): boolean {
    return this.isLive() && this.asked_until != null && this.asked_until > now
  }

  /** Uses a payment of the session for the changed cart. */
  payFor({ cart, contents }: PayableCart, { session: { data }, amount }: CartPart): void {
    const { currency_code } = cart.region
    Object.assign(this, { status: 'started', amount, currency_code, contents, data })
  }

  /** Whether the attempt pays one of the parts of the cart. */
  isFor({ cart, parts, contents }: PayableCart): boolean {
    const part = parts.find(({ session }) => session.id === this.session_id)
    return (
      part !== undefined &&
      this.provider_id === part.session.provider_id &&
      this.amount === part.amount &&
      this.currency_code === cart.region.currency_code &&
      this.contents === contents
    )
  }
}
PaymentAttemptSchema.setClass(PaymentAttempt)

export const LIVE_STATUSES = [
  'started',
  'pending',
  'requires_more',
  'authorized',
] as const satisfies PaymentAttemptStatus[]
