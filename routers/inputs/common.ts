import { z } from 'zod'
import { EMAIL } from '#entities/values/email.ts'
import { wholeNumber } from '../reading/whole-number.ts'

export const Metadata = z.record(z.string(), z.unknown())

export const deletionResponse = z.object({ id: z.string(), object: z.string(), deleted: z.boolean() })

/** Text that is not empty. */
export const requiredText = z.string().min(1)

export const passwordFormat = { format: 'password' }
export const requiredPassword = requiredText.meta(passwordFormat)

/** Always passes. A number with this check is also reported as empty if it is missing. */
export const notEmpty = z.refine(() => true)

/** A price has either a region or a currency. Runs even if the price has other errors. */
export const oneMarket = {
  error: 'Failed XOR relation between "region_id" and "currency_code".',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

export const RowReferences = z.array(z.strictObject({ id: z.string() }))

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Minor units of a currency. */
export const Amount = z.int().min(0).max(2_147_483_647)

/** v1 reports this field as a number. The rules reject negative amounts. */
export const Price = wholeNumber().max(2_147_483_647)

export const Email = z.email({ pattern: EMAIL })
export const requiredEmail = Email.min(1)

/** A date or its ISO text. */
export const Timestamp = z.preprocess(
  (value: Date | string) => (typeof value === 'string' && value !== '' ? new Date(value) : value),
  z.date(),
)

export const OK = 'OK' as const

/** REST sends it as plain text. */
export const okResponse = z.literal(OK)

export const emptyInput = z.strictObject({}).prefault({})
