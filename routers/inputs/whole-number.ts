import { z } from 'zod'

/**
 * Accepts whole numbers, with the error messages of Medusa v1 for numbers. The extra check is necessary, because the
 * remainder that zod computes accepts `5e-324`.
 */
export const wholeNumber = (): z.ZodNumber =>
  z
    .number()
    .multipleOf(1)
    .check(({ value, issues }) => {
      if (!Number.isInteger(value)) issues.push({ code: 'not_multiple_of', origin: 'number', divisor: 1, input: value })
    })

export const twoDecimals = (): z.ZodNumber =>
  z
    .number()
    .meta({ description: 'At most two decimals' })
    .check(({ value, issues }) => {
      if (Number(value.toFixed(2)) !== value)
        issues.push({ code: 'not_multiple_of', origin: 'number', divisor: 0.01, input: value })
    })
