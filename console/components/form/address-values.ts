export const ADDRESS_PARTS = [
  'first_name',
  'last_name',
  'company',
  'phone',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'province',
  'country_code',
] as const

export type AddressPart = (typeof ADDRESS_PARTS)[number]
export type AddressValues = Record<AddressPart, string>

type StoredAddress = { readonly [Part in AddressPart]?: string | null | undefined }

/** The values of the fields. A missing part is an empty text. */
export const addressValues = (address?: StoredAddress | null): AddressValues =>
  Object.fromEntries(ADDRESS_PARTS.map((part) => [part, address?.[part] ?? ''])) as AddressValues

/** The input of a procedure. An empty field is null. Undefined for an address without text. */
export function addressInput(values: AddressValues): Record<AddressPart, string | null> | undefined {
  const parts = ADDRESS_PARTS.map((part) => [part, values[part] || null] as const)
  if (parts.every(([, value]) => value === null)) return undefined
  return Object.fromEntries(parts) as Record<AddressPart, string | null>
}

/** Whether two addresses have the same text. */
export const isSameAddress = (one: StoredAddress | null | undefined, other: StoredAddress | null | undefined) =>
  one != null && other != null && ADDRESS_PARTS.every((part) => (one[part] ?? '') === (other[part] ?? ''))
