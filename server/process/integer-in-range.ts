import { z } from 'zod'

/** A variable that is a number from `from` to `to`, written in digits; `error` is what is said where it is not. */
export const integerInRange = (from: number, to: number, error = `must be a whole number from ${from} to ${to}`) =>
  z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .refine((number) => number >= from && number <= to, error)
