import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useCountryOptions } from '#console/components/countries.ts'
import { PercentInput } from '#console/components/form/number-input.tsx'
import type { ProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { MultiSelect, Select } from '#console/components/late-select.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { useProviderName } from '#console/components/use-provider-name.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { useCurrencyOptions } from '../store/use-currency-options.ts'
import type { RegionValues } from './region.ts'
import { VatHint } from './vat-hint.tsx'

interface RegionFieldsProps {
  form: ProcedureForm<RegionValues>
  /** Whether the region exists. A new region has the usual tax settings. */
  exists: boolean
}

export function RegionFields({ form, exists }: RegionFieldsProps) {
  const words = markets.useWords()
  const nameOf = useProviderName()
  const shared = settings.useWords()
  const countries = useCountryOptions()
  const currencies = useCurrencyOptions()
  const { data } = useQuery(trpc.admin.store.get.queryOptions())
  const codes = data?.store.currencies?.map(({ code }) => code) ?? []
  const { getInputProps } = form.fields
  const { countries: picked, tax_rate } = form.fields.getValues()
  return (
    <>
      <Section title={shared.general}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={shared.name} {...getInputProps('name')} />
            <Select
              label={shared.currency}
              description={
                <>
                  {words.currencyHint}{' '}
                  <PageLink to="/settings/store" size="xs" underline="always">
                    {words.otherCurrencies}
                  </PageLink>
                </>
              }
              data={currencies.filter(({ value }) => codes.includes(value))}
              {...getInputProps('currency_code')}
            />
          </SimpleGrid>
          <MultiSelect
            label={words.countries}
            description={words.countriesHint}
            data={countries}
            searchable
            hidePickedOptions
            {...getInputProps('countries')}
          />
        </Stack>
      </Section>
      <Section title={words.providers}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MultiSelect
            label={words.paymentProviders}
            data={data?.store.payment_providers?.map(({ id }) => ({ value: id, label: nameOf(id) })) ?? []}
            {...getInputProps('payment_providers')}
          />
          <MultiSelect
            label={words.fulfillmentProviders}
            data={data?.store.fulfillment_providers?.map(({ id }) => ({ value: id, label: nameOf(id) })) ?? []}
            {...getInputProps('fulfillment_providers')}
          />
        </SimpleGrid>
      </Section>
      <Section title={words.taxes}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <PercentInput label={words.taxRate} {...getInputProps('tax_rate')} />
            <TextInput label={words.taxCode} {...getInputProps('tax_code')} />
          </SimpleGrid>
          <VatHint countries={picked} rate={tax_rate} onUse={(rate) => form.fields.setFieldValue('tax_rate', rate)} />
          {exists && <TaxFields form={form} />}
          <Switch label={words.includesTax} {...getInputProps('includes_tax', { type: 'checkbox' })} />
        </Stack>
      </Section>
    </>
  )
}

function TaxFields({ form }: { form: ProcedureForm<RegionValues> }) {
  const words = markets.useWords()
  const nameOf = useProviderName()
  const { data } = useQuery(trpc.admin.store.listTaxProviders.queryOptions())
  const { getInputProps } = form.fields
  return (
    <>
      <Select
        label={words.taxProvider}
        placeholder={words.systemTax}
        clearable
        data={data?.tax_providers.map(({ id }) => ({ value: id, label: nameOf(id) })) ?? []}
        {...getInputProps('tax_provider_id')}
      />
      <Switch label={words.automaticTaxes} {...getInputProps('automatic_taxes', { type: 'checkbox' })} />
      <Switch
        label={words.giftCardsTaxable}
        description={words.giftCardsTaxableHint}
        {...getInputProps('gift_cards_taxable', { type: 'checkbox' })}
      />
    </>
  )
}
