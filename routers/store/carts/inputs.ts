import { z } from 'zod'
import { Metadata } from '../../schemas/common.ts'
import { selecting } from '../../schemas/query.ts'

/** Every cart operation names its cart, and takes `expand` and `fields`; only reading a cart heeds them. */
export const cartInput = { id: z.string(), ...selecting }

const text = z.string().nullish()

export const AddressPayload = z
  .strictObject({
    first_name: text,
    last_name: text,
    phone: text,
    company: text,
    address_1: text,
    address_2: text,
    city: text,
    country_code: text,
    province: text,
    postal_code: text,
    metadata: Metadata.nullish(),
  })
  .meta({ id: 'AddressPayload' })

/** An address, or the id of a saved one. */
export const AddressOrId = z.union([AddressPayload, z.string()], { error: wordAddressOrId })

/** More pieces than any shop sells at once, so that no total leaves the safe integers. */
const MAX_PIECES = 1_000_000

/** A whole number of pieces; a negative one is refused as one that is too small. */
export const Quantity = z
  .int()
  .max(MAX_PIECES)
  .refine((value) => value >= 0, 'quantity must not be less than 1')

/** The same where there is no line yet. */
export const NewQuantity = z.int().min(1).max(MAX_PIECES)

export const Context = z.record(z.string(), z.unknown())

/** Clients of this wire format get the reasons of both alternatives as JSON in the message. */
function wordAddressOrId(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_union') return undefined
  const field = String(issue.path?.at(-1))
  const [asAddress = []] = issue.errors
  const details = {
    String: [`String validation failed: ${describe(issue.input)} is not a string`],
    AddressPayload: asAddress.map((error) => error.message),
  }
  return JSON.stringify({ message: `${field} must be one of: AddressPayload,String`, details })
}

const describe = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
