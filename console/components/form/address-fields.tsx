import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { Select } from '#console/components/late-select.tsx'
import { addresses } from '#console/strings/addresses.ts'
import { ADDRESS_PARTS } from './address-values.ts'

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
