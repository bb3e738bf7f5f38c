import { z } from 'zod'
import { Address } from '#entities/people/customer/address.ts'
import { optionalInputs, optionalSingleLines } from './columns.ts'
import { SingleLine } from './common.ts'

/** Some clients send postal codes and phone numbers as integers. The output is text. */
export const textOrNumber = z
  .preprocess(
    (value: string | number) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : value),
    SingleLine,
  )
  .meta({ type: ['string', 'integer'] })

/** The parts of an address in an input. A caller may omit each of them or send null. */
export const addressColumns = {
  ...optionalSingleLines(Address, ['first_name', 'last_name']),
  phone: textOrNumber.nullish(),
  ...optionalSingleLines(Address, ['company', 'address_1', 'address_2', 'city', 'country_code', 'province']),
  postal_code: textOrNumber.nullish(),
  ...optionalInputs(Address, ['metadata']),
}

type Raw = z.core.$ZodRawIssue

/** The error of an address with unknown properties that can also be an ID. */
export const unknownInAddress: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys' ? asNeither(issue, unknown(issue)) : undefined

/** The error of a value that is neither an address nor an ID. */
export const neitherAddressNorId: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_union' ? asNeither(issue, reasonsAgainst(issue)) : undefined

/** Medusa v1 reports the errors of both alternatives as JSON in the message. */
function asNeither({ path, input }: Raw, reasons: string[]): string {
  const details = { String: [`String validation failed: ${describe(input)} is not a string`], AddressPayload: reasons }
  return JSON.stringify({ message: `${fieldOf(path)} must be one of: AddressPayload,String`, details })
}

function reasonsAgainst({ path, errors: [asAddress = []] }: Raw & { code: 'invalid_union' }): string[] {
  const otherIssues = asAddress.filter((issue) => issue.code !== 'unrecognized_keys')
  return [
    ...asAddress.flatMap((issue) => (issue.code === 'unrecognized_keys' ? unknown(issue) : [])),
    ...otherIssues.map((issue) => (issue.path.length > 0 ? issue.message : `${fieldOf(path)} must be an object`)),
  ]
}

const unknown = ({ keys }: { keys: readonly string[] }) => keys.map((key) => `property ${key} should not exist`)
const fieldOf = (path: readonly PropertyKey[] = []) => String(path.at(-1))
const describe = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
