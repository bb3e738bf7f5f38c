import { TextInput } from '@mantine/core'
import { NamesInput } from '#console/components/form/names-input.tsx'
import type { ProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'

export interface ApiKeyValues {
  name: string
  scopes: string[]
  /** A day such as `2030-01-31`, or an empty text. */
  expires_at: string
}

/** Suggestions. The shop accepts the name of each procedure. */
const SCOPES = [
  '*',
  'read:*',
  ...['orders', 'products', 'variants', 'customers', 'inventoryItems', 'discounts', 'priceLists', 'returns'].flatMap(
    (resource) => [`${resource}.*`, `read:${resource}.*`],
  ),
]

export function ApiKeyFields({ form }: { form: ProcedureForm<ApiKeyValues> }) {
  const words = access.useWords()
  const { getInputProps } = form.fields
  return (
    <>
      <TextInput label={words.name} data-autofocus {...getInputProps('name')} />
      <NamesInput
        label={words.scopes}
        description={words.scopesHint}
        data={SCOPES}
        acceptValueOnBlur
        {...getInputProps('scopes')}
      />
      <TextInput label={words.expires} type="date" {...getInputProps('expires_at')} />
    </>
  )
}

export const apiKeyInput = ({ expires_at, ...values }: ApiKeyValues) => ({
  ...values,
  expires_at: expires_at ? new Date(`${expires_at}T00:00:00`) : null,
})
