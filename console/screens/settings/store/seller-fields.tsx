import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useCountryOptions } from '#console/components/countries.ts'
import type { ProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Select } from '#console/components/late-select.tsx'
import { Section } from '#console/components/section.tsx'
import { settings } from '#console/strings/settings.ts'
import { LogoField } from './logo-field.tsx'

export const SELLER = [
  'company',
  'vat_id',
  'address_1',
  'address_2',
  'postal_code',
  'city',
  'province',
  'country_code',
  'email',
  'phone',
] as const
type SellerValues = Record<(typeof SELLER)[number], string>

export const sellerOf = (store: Record<keyof SellerValues, string | null>): SellerValues =>
  Object.fromEntries(SELLER.map((name) => [name, store[name] ?? ''])) as SellerValues

interface SellerFieldsProps<Values extends SellerValues> {
  form: ProcedureForm<Values>
  logoKey: string | null
}

/** The name, the address and the logo of the seller. */
export function SellerFields<Values extends SellerValues>({ form, logoKey }: SellerFieldsProps<Values>) {
  const words = settings.useWords()
  const countries = useCountryOptions()
  return (
    <Section title={words.seller}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {SELLER.map((name) =>
            name === 'country_code' ? (
              <Select
                key={name}
                label={words.seller_country_code}
                data={countries}
                searchable
                clearable
                {...form.fields.getInputProps(name)}
              />
            ) : (
              <TextInput key={name} label={words[`seller_${name}`]} {...form.fields.getInputProps(name)} />
            ),
          )}
        </SimpleGrid>
        <LogoField logoKey={logoKey} />
      </Stack>
    </Section>
  )
}
