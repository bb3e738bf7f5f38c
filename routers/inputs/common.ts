import { z } from 'zod'
import { EMAIL } from '#entities/values/email.ts'
import { wholeNumber } from '../reading/whole-number.ts'

/* Columns and inputs that many resources share. */

export const Metadata = z.record(z.string(), z.unknown())

export const timestamps = { created_at: z.date(), updated_at: z.date() }
export const softDelete = { deleted_at: z.date().nullable() }
export const metadata = { metadata: Metadata.nullable() }

/** Every answer to a deletion. */
export const deletionResponse = z.object({ id: z.string(), object: z.string(), deleted: z.boolean() })

/** A text that must be there and not be empty. */
export const requiredText = z.string().min(1)

/** How the OpenAPI document describes a password. */
export const passwordFormat = { format: 'password' }
export const requiredPassword = requiredText.meta(passwordFormat)

/** A check that never fails. Where a number with it is missing, the message also says that it should not be empty. */
export const notEmpty = z.refine(() => true)

/** Refuses a price unless it names either a region or a currency, also where the price has other faults. */
export const oneMarket = {
  error: 'Failed XOR relation between "region_id" and "currency_code".',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** Rows that are there already, each named by its id. */
export const RowReferences = z.array(z.strictObject({ id: z.string() }))

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Whole minor units of a currency. */
export const Amount = z.int().min(0).max(2_147_483_647)

/** The same, in the words of a field that v1 calls a number. Negative ones are left for a rule to refuse. */
export const Price = wholeNumber().max(2_147_483_647)

export const Email = z.email({ pattern: EMAIL })
export const requiredEmail = Email.min(1)

/** A point in time, also as the ISO text that JSON has for it. */
export const Timestamp = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? new Date(value) : value),
  z.date(),
) as unknown as z.ZodPipe<z.ZodTransform<Date, Date | string>, z.ZodDate>

export const OK = 'OK' as const

/** What is answered where there is nothing to tell: over REST a plain text. */
export const okResponse = z.literal(OK)

/** The input of a procedure that needs none. */
export const emptyInput = z.strictObject({}).prefault({})
