import { z } from 'zod'

/** This limit keeps totals within the safe integers. */
const MAX_QUANTITY = 1_000_000

/** A negative quantity gets the same message as zero. */
export const Quantity = z
  .int()
  .max(MAX_QUANTITY)
  .refine((value) => value >= 0, 'quantity must not be less than 1')

export const NewQuantity = z.int().min(1).max(MAX_QUANTITY)
