import { z } from 'zod'
import { Address } from '#entities/people/customer/address.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { addressColumns, textOrNumber } from '../../inputs/address-input.ts'
import { optionalInputs, optionalSingleLines } from '../../inputs/columns.ts'
import { Email, passwordFormat, SingleLine } from '../../inputs/common.ts'

const NOT_EMPTY = 'password should not be empty'

export const NewPassword = z
  .string()
  .refine((word) => word !== '', NOT_EMPTY)
  .meta(passwordFormat)

export const Credentials = z.strictObject({
  email: Email,
  password: z
    .string({ error: ({ input }) => (input === undefined || input === null ? NOT_EMPTY : undefined) })
    .refine((word) => word !== '', NOT_EMPTY)
    .meta(passwordFormat),
})

const AddressCreatePayload = withFields(['address', 'store'], {
  first_name: SingleLine,
  last_name: SingleLine,
  address_1: SingleLine,
  city: SingleLine,
  country_code: SingleLine,
  postal_code: textOrNumber,
  phone: textOrNumber.nullish(),
  ...optionalSingleLines(Address, ['company', 'address_2', 'province']),
  ...optionalInputs(Address, ['metadata']),
}).meta({ id: 'AddressCreatePayload' })

/** The schema treats a missing address as an empty address, so that the error message names all missing fields. */
export const NewAddress = z.preprocess(
  (address: z.input<typeof AddressCreatePayload>) => address ?? {},
  AddressCreatePayload,
)

export const AddressChanges = withFields(['address', 'store'], { address_id: z.string(), ...addressColumns })
