import { z } from 'zod'

/**
 * A whole number, in the words of a field that v1 calls a number. zod alone would take `5e-324` for one: what is left of
 * it by division is nothing.
 */
export const wholeNumber = (): z.ZodNumber =>
  z
    .number()
    .multipleOf(1)
    .check(({ value, issues }) => {
      if (!Number.isInteger(value)) issues.push({ code: 'not_multiple_of', origin: 'number', divisor: 1, input: value })
    })

/** A number with at most two decimals. */
export const twoDecimals = (): z.ZodNumber =>
  z
    .number()
    .meta({ description: 'At most two decimals' })
    .check(({ value, issues }) => {
      if (Number(value.toFixed(2)) !== value)
        issues.push({ code: 'not_multiple_of', origin: 'number', divisor: 0.01, input: value })
    })
