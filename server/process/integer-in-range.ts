import { z } from 'zod'

/** Schema of an environment variable with an integer. `error` is the message for other values. */
export const integerInRange = (from: number, to: number, error = `must be a whole number from ${from} to ${to}`) =>
  z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .refine((number) => number >= from && number <= to, error)
