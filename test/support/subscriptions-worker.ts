import { defineShop } from '#server/index.ts'
import { stripe } from '../../plugins/stripe/index.ts'
import { subscriptions } from '../../plugins/subscriptions/index.ts'

export const subscriptionShop = defineShop({ plugins: [subscriptions, stripe] })

if (import.meta.main) await subscriptionShop.start({ only: 'worker' })
