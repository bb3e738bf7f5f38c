import { definePlugin } from 'cartwright'
import { cancelErased, checkLines, followOrders } from './cart-lines.ts'
import { CreateSubscriptions } from './create-subscriptions.ts'
import { paymentFailed } from './mails.ts'
import { admin, store } from './procedures.ts'
import { renew, renewDue } from './renew.ts'
import { settings } from './settings.ts'
import { fields, Subscription } from './subscription.ts'

/** Customers order a variant every few weeks, months or years. */
export const subscriptions = definePlugin({
  name: 'subscriptions',
  cartwright: '^0.1.0',
  settings,
  fields,
  entities: [Subscription],
  migrations: [CreateSubscriptions],
  rules: { 'cart.complete': checkLines },
  effects: { 'cart.complete': followOrders, 'customer.erase': cancelErased },
  admin,
  store,
  jobs: [renewDue, renew],
  events: ['subscriptions.payment_failed'],
  mails: [paymentFailed],
  console: {
    title: 'Subscriptions',
    folder: new URL('./console/', import.meta.url),
    panels: { customer: 'panel.html', order: 'panel.html' },
  },
})
