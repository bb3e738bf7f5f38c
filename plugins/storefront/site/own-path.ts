import { z } from 'zod'

const SHOP = 'http://shop'

/** A path of the shop that a form or an address names, without dot segments: `/..//elsewhere.example` is another site. */
export const ownPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\s\p{Cc}]*$/u)
  .transform((path) => new URL(path, SHOP).href.slice(SHOP.length))
  .refine((path) => !path.startsWith('//'))
