import { defineSettings } from 'cartwright'
import { z } from 'zod'

export const settings = defineSettings({
  /** The secret key of the Stripe account. Without it, the shop has no Stripe payments. */
  STRIPE_API_KEY: z.string().optional(),
  /** The signing secret of the webhook endpoint, `whsec_…`. */
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** `automatic` captures a card payment as soon as the customer pays. */
  STRIPE_CAPTURE: z.enum(['manual', 'automatic']).default('manual'),
  /** Offers all payment methods that the Stripe dashboard enables, instead of cards. */
  STRIPE_AUTOMATIC_PAYMENT_METHODS: z.stringbool().default(false),
  STRIPE_PAYMENT_DESCRIPTION: z.string().optional(),
  /** The time limit of a call, in milliseconds. */
  STRIPE_TIMEOUT_MS: z.coerce.number().int().min(100).max(60_000).default(15_000),
  /** The address of the API. Another one is useful for tests. */
  STRIPE_API_URL: z.url().default('https://api.stripe.com'),
})
