import { pathOfShop } from 'cartwright'
import { z } from 'zod'

/** A path of the shop that a form or an address names, without dot segments. */
export const ownPath = z
  .string()
  .max(2000)
  .refine((path) => pathOfShop(path) !== undefined)
  .transform((path) => pathOfShop(path) as string)
