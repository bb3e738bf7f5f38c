import { definePlugin, type EventHandlers } from 'cartwright'
import { capturePaidIntents } from './capture-paid-intents.ts'
import { createProviders } from './providers.ts'
import { settings } from './settings.ts'

const captureHandlers: EventHandlers = {
  'order.placed': ({ payload }, shop) => capturePaidIntents(shop, { order_id: payload.id }),
  'swap.payment_completed': ({ payload }, shop) => capturePaidIntents(shop, { swap_id: payload.id }),
}

/** Payments by Stripe. Ids, webhook path and payment data are those of `medusa-payment-stripe` 6 for Medusa v1. */
export const stripe = definePlugin({
  name: 'stripe',
  cartwright: '^0.1.0',
  settings,
  provides: (shop) => ({ payment: createProviders(settings.of(shop)) }),
  on: (shop) => (settings.of(shop).STRIPE_API_KEY ? captureHandlers : {}),
})
