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
