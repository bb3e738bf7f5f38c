import { z } from 'zod'

/** Keeps totals within the safe integers. */
const MAX_QUANTITY = 1_000_000

/** The message for a negative quantity is that of zero. */
export const Quantity = z
  .int()
  .max(MAX_QUANTITY)
  .refine((value) => value >= 0, 'quantity must not be less than 1')

/** For a new line. */
export const NewQuantity = z.int().min(1).max(MAX_QUANTITY)
