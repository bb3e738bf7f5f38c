import { z } from 'zod'
import { EMAIL } from '#entities/values/email.ts'
import { wholeNumber } from './whole-number.ts'

export const Metadata = z.record(z.string(), z.unknown())

export const deletionResponse = z.object({ id: z.string(), object: z.string(), deleted: z.boolean() })

/** A name, a title or a code without blanks around it, so that " Red" and "Red" have one meaning. */
export const TrimmedText = z.string().trim()
export const requiredText = TrimmedText.min(1)

const NO_LINE_BREAK = /^[^\n\v\f\r\u0085\u2028\u2029]*$/
const MAX_LINE = 200

/** A part of an address or the name of a person. Strangers write it, and mails print it. */
export const SingleLine = z.string().trim().max(MAX_LINE).regex(NO_LINE_BREAK)

export const isLineCheck = (pattern: string | undefined): boolean => pattern === String(NO_LINE_BREAK)

export const passwordFormat = { format: 'password' }
export const requiredPassword = z.string().min(1).meta(passwordFormat)

/** Always passes. The message for a missing number with this check also contains "should not be empty". */
export const notEmpty = z.refine(() => true)

/** A price must have a region or a currency, but not both. The check also runs if the price has other errors. */
export const oneMarket = {
  error: 'Failed XOR relation between "region_id" and "currency_code".',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

export const RowReferences = z.array(z.strictObject({ id: z.string() }))

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Amount in minor units of a currency. */
export const Amount = z.int().min(0).max(2_147_483_647)

/** Accepts negative amounts, because the entities reject them. Errors use the word "number", as in Medusa v1. */
export const Price = wholeNumber().max(2_147_483_647)

/** Composed (NFC), so that two addresses that look the same are the same. */
export const Email = z.email({ pattern: EMAIL }).normalize('NFC')
export const requiredEmail = Email.min(1)

/** A BCP 47 language tag, such as `de` or `de-AT`. */
export const LanguageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i)
  .max(35)

export const OK = 'OK' as const

export const okResponse = z.literal(OK)

/** Null for a token that is used, expired or forged. */
export const tokenAnswer = z.object({ email: z.string().nullable() })

/** Ignores unknown properties, as Medusa v1 does on some routes. */
export const lenientObject = z.object

export const emptyInput = z.strictObject({}).prefault({})
