import { defineSettings } from 'cartwright'
import { z } from 'zod'

export const settings = defineSettings({
  /** The amount of an order, in minor units, for which the customer gets one point. */
  LOYALTY_AMOUNT_PER_POINT: z.coerce.number().int().positive().default(100),
})
