import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, flag, id, oneOf, PROVIDER_DATA, personal, timestamps } from '#entities/base.ts'
import { Cart } from '../cart/cart.ts'
import { PAYMENT_SESSION_STATUSES } from './payment-session-statuses.ts'

/**
 * A payment that the customer can select. A cart has one session per provider and at most one selected session. In a split payment,
 * other sessions pay fixed amounts, and the selected session pays the rest.
 */
const PaymentSessionSchema = defineEntity({
  name: 'PaymentSession',
  tableName: 'payment_session',
  properties: {
    id: id('ps'),
    ...timestamps(),
    cart_id: p.text().index(),
    provider_id: p.text(),
    /** True or null: responses of Medusa v1 contain null instead of false. */
    is_selected: p.boolean().nullable(),
    is_initiated: flag(false),
    status: oneOf(PAYMENT_SESSION_STATUSES).onCreate(() => 'pending'),
    data: personal(p.json<Record<string, unknown>>(), PROVIDER_DATA),
    idempotency_key: p.text().nullable(),
    amount: amount().nullable(),
    /** What the session pays in a split payment, in minor units. Null for the selected session, and without a split. */
    fixed_amount: amount().nullable(),
    payment_authorized_at: p.datetime(3).nullable(),
    cart: () => p.manyToOne(Cart).joinColumn('cart_id').persist(false).nullable(),
  },
})

export class PaymentSession extends PaymentSessionSchema.class {}
PaymentSessionSchema.setClass(PaymentSession)
