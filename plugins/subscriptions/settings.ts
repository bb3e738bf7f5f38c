import { defineSettings } from 'cartwright'
import { z } from 'zod'

export const settings = defineSettings({
  /** `current`: a renewal has the price of its day. `agreed`: it has the price of the first order. */
  SUBSCRIPTIONS_PRICE: z.enum(['current', 'agreed']).default('current'),
  /** A page of the storefront that pays a cart. The mail to the customer adds the id of the cart. */
  SUBSCRIPTIONS_PAYMENT_URL: z.url().optional(),
})
