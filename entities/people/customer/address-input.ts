import type { Metadata } from '#entities/base.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import type { Address } from './address.ts'

export const ADDRESS_PARTS = [
  'first_name',
  'last_name',
  'phone',
  'company',
  'address_1',
  'address_2',
  'city',
  'country_code',
  'province',
  'postal_code',
] as const

export type AddressPart = (typeof ADDRESS_PARTS)[number]

export type AddressInput = { [Part in AddressPart]?: string | null | undefined } & {
  metadata?: Metadata | null | undefined
}

export function normalizeAddress<Input extends AddressInput>(input: Input): Input {
  return input.country_code ? { ...input, country_code: input.country_code.toLowerCase() } : input
}

export const isSameAddress = (a: AddressInput, b: AddressInput): boolean =>
  IDENTIFYING_PARTS.every((part) => (a[part] ?? null) === (b[part] ?? null))

const IDENTIFYING_PARTS = ADDRESS_PARTS.filter((part) => part !== 'company')

export function addressParts(address: Pick<Address, AddressPart | 'metadata'>): AddressInput {
  const parts = Object.fromEntries(ADDRESS_PARTS.map((part) => [part, address[part]]))
  return Object.assign(parts, fieldValuesIn('address', address), { metadata: address.metadata })
}
