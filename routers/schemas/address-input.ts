import { z } from 'zod'
import { Metadata } from './common.ts'

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

/** Clients of this wire format get the reasons of both alternatives as JSON in the message. */
function wordAddressOrId(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== 'invalid_union') return undefined
  const field = String(issue.path?.at(-1))
  const [asAddress = []] = issue.errors
  const details = {
    String: [`String validation failed: ${describe(issue.input)} is not a string`],
    AddressPayload: asAddress.map(({ path, message }) => (path.length > 0 ? message : `${field} must be an object`)),
  }
  return JSON.stringify({ message: `${field} must be one of: AddressPayload,String`, details })
}

const describe = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
