import { z } from 'zod'

/** A whole number whose messages are those of Medusa v1 for numbers. The remainder that zod computes accepts `5e-324`. */
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
