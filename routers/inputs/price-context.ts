import { z } from 'zod'

/** The market whose prices a response has. */
export const priceContext = {
  cart_id: z.string().optional(),
  region_id: z.string().optional(),
  currency_code: z.string().optional(),
}
