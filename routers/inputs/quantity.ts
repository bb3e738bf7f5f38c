import { z } from 'zod'

/** More pieces than any shop sells at once, so that no total leaves the safe integers. */
const MAX_QUANTITY = 1_000_000

/** A whole number of pieces; a negative one is refused as one that is too small. */
export const Quantity = z
  .int()
  .max(MAX_QUANTITY)
  .refine((value) => value >= 0, 'quantity must not be less than 1')

/** The same where there is no line yet. */
export const NewQuantity = z.int().min(1).max(MAX_QUANTITY)
