import type { z } from 'zod'
import { wholeNumber } from './whole-number.ts'

const MAX_INTEGER = 2_147_483_647

/** A whole number that fits into a column of PostgreSQL. Medusa v1 reports larger numbers as not whole. */
const storedInteger = (minimum: number) =>
  wholeNumber()
    .min(minimum)
    .check(({ value, issues }) => {
      if (value > MAX_INTEGER) issues.push({ code: 'not_multiple_of', origin: 'number', divisor: 1, input: value })
    })
    .meta({ maximum: MAX_INTEGER })

export const StockQuantity: z.ZodNumber = storedInteger(0)
export const ReservedQuantity: z.ZodNumber = storedInteger(1)
