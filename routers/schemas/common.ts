import { z } from 'zod'
import { EMAIL } from '#entities/email.ts'
import { wholeNumber } from './whole.ts'

/* Columns and inputs that many resources share. */

export const Metadata = z.record(z.string(), z.unknown())

export const timestamps = { created_at: z.date(), updated_at: z.date() }
export const softDelete = { deleted_at: z.date().nullable() }
export const metadata = { metadata: Metadata.nullable() }

/** Every answer to a deletion. */
export const deleted = z.object({ id: z.string(), object: z.string(), deleted: z.boolean() })

/** A text that must be there and not be empty. */
export const requiredText = z.string().min(1)

/** Rows that are there already, each named by its id. */
export const Rows = z.array(z.strictObject({ id: z.string() }))

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Whole minor units of a currency. */
export const Amount = z.int().min(0).max(2_147_483_647)

/** The same, in the words of a field that v1 calls a number. Negative ones are left for a rule to refuse. */
export const Price = wholeNumber().max(2_147_483_647)

export const Email = z.email({ pattern: EMAIL })
export const requiredEmail = Email.min(1)

/** A point in time, also as the ISO text that JSON has for it. */
export const Moment = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? new Date(value) : value),
  z.date(),
) as unknown as z.ZodPipe<z.ZodTransform<Date, Date | string>, z.ZodDate>

export const OK = 'OK' as const

/** What is answered where there is nothing to tell: over REST a plain text. */
export const done = z.literal(OK)

/** The input of a procedure that needs none. */
export const nothing = z.strictObject({}).prefault({})
