import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  amount,
  columnsOf,
  defineResource,
  field,
  flag,
  id,
  NotAllowed,
  notPersonal,
  oneOf,
  ProductVariant,
  ProductVariantResource,
  timestamps,
  toOne,
} from 'cartwright'

const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscription',
  properties: {
    id: id('sub'),
    ...timestamps(),
    customer_id: notPersonal(p.text()),
    /** The latest order. The next renewal copies its addresses and its shipping option. */
    order_id: p.text(),
    variant_id: p.text().nullable(),
    quantity: p.integer(),
    interval: notPersonal(p.text()),
    status: oneOf(['active', 'unpaid', 'paused', 'canceled']).onCreate(() => 'active'),
    started_at: p.datetime(3),
    /** The number of intervals from the start to the next renewal at `due_at`. */
    period: p.integer().onCreate(() => 0),
    due_at: p.datetime(3),
    attempt_at: p.datetime(3).nullable(),
    attempts: p.integer().onCreate(() => 0),
    problem: notPersonal(p.text().nullable()),
    provider_id: p.text().nullable(),
    agreed_price: amount().nullable(),
    agreed_includes_tax: flag(false),
    /** The open cart of the next renewal. */
    cart_id: p.text().nullable(),
    /** Of the open cart, as the plugin has prepared it. */
    cart_fingerprint: notPersonal(p.text().nullable()),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
  },
})

export class Subscription extends SubscriptionSchema.class {
  /** Ends the renewals. The open cart can no longer be completed. */
  stop(status: 'paused' | 'canceled'): void {
    if (this.status === 'canceled' || this.status === status) throw new NotAllowed(`The subscription is ${this.status}`)
    Object.assign(this, { status, cart_id: null, attempt_at: null, problem: null })
  }
}
SubscriptionSchema.setClass(Subscription)

const interval = { pattern: /([1-9]|[1-4]\d|5[0-2]) (week|month|year)s?/, example: '2 weeks' }

export const fields = {
  variant: {
    subscription_intervals: field.list(field.text(interval), {
      label: { en: 'Subscription intervals', de: 'Intervalle der Abonnements' },
      writableBy: ['admin'],
    }),
  },
  line_item: {
    subscription_interval: field.text({
      ...interval,
      label: { en: 'Subscription', de: 'Abonnement' },
      writableBy: ['store', 'admin'],
      personal: false,
    }),
    /** Of the lines of renewals. */
    subscription_id: field.relation(Subscription, { personal: false, onDelete: 'clear' }),
  },
}

const resource = { name: 'Subscription', entity: Subscription, columns: columnsOf(Subscription) }
export const SubscriptionResource = defineResource(resource)
export const AdminSubscription = defineResource({
  ...resource,
  name: 'AdminSubscription',
  relations: () => ({ variant: toOne(ProductVariantResource) }),
})
