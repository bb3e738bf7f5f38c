import { defineSettings } from 'cartwright'
import { z } from 'zod'

export const settings = defineSettings({
  /** The address of the service, such as `https://tax.example/rates`. */
  FLAT_TAX_URL: z.url({ protocol: /^https?$/ }).optional(),
  FLAT_TAX_TIMEOUT_MS: z.coerce.number().int().min(100).max(30_000).default(3000),
})
