import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { addresses } from '#console/strings/addresses.ts'

const ADDRESS_PARTS = [
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

interface AddressFieldsProps<Values> {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>
  /** The path of the address in the values of the form, such as `shipping_address`. */
  path: string
  countries: readonly { value: string; label: string }[]
  /** The fields of plugins. */
  children?: ReactNode
}

export function AddressFields<Values>({ form, path, countries, children }: AddressFieldsProps<Values>) {
  const words = addresses.useWords()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {ADDRESS_PARTS.map((part) => {
        const input = form.getInputProps(`${path}.${part}`)
        if (part === 'country_code')
          return <Select key={part} label={words[part]} data={[...countries]} searchable {...input} />
        return <TextInput key={part} label={words[part]} type={part === 'phone' ? 'tel' : 'text'} {...input} />
      })}
      {children}
    </SimpleGrid>
  )
}
