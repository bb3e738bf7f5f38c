import { z } from 'zod'

export const integerInRange = (from: number, to: number, error = `must be a whole number from ${from} to ${to}`) =>
  z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .refine((number) => number >= from && number <= to, error)
