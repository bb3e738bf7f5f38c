import { Button, Group, Input, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { currentLocale } from '#console/app/language.ts'
import { useMay } from '#console/app/permissions.ts'
import { countryName, useCountryOptions } from '#console/components/countries.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { MoneyInput, PercentInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { type ProcedureForm as FormState, useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { MultiSelect, Select } from '#console/components/late-select.tsx'
import { Page } from '#console/components/page.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { useProviderName } from '#console/components/use-provider-name.ts'
import { common } from '#console/strings/common.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { useCurrencyOptions } from '../store/use-currency-options.ts'
import { EU_COUNTRIES, standardVat, VAT_DATE } from './standard-vat.ts'

type Store = RouterOutputs['admin']['store']['get']['store']

interface SellValues {
  regions: { country: string; tax_rate: Entered<number> }[]
  currency_code: string
  includes_tax: boolean
  payment_providers: string[]
  fulfillment_providers: string[]
  shipping: { name: string; amount: Entered<number> }
}

/** Opens several countries at once: a region for each, with its tax, one way to ship and the ways to pay. */
export function SellInCountries() {
  const { data, error } = useQuery(trpc.admin.store.get.queryOptions())
  const { data: listed } = useQuery(trpc.admin.regions.list.queryOptions({ limit: 250, expand: 'countries' }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data || !listed) return <LoadingPage />
  const taken = listed.regions.flatMap(({ countries = [] }) => countries.map(({ iso_2 }) => iso_2))
  return <SellForm store={data.store} taken={taken} />
}

function SellForm({ store, taken }: { store: Store; taken: readonly string[] }) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const values: SellValues = {
    regions: [],
    currency_code: store.default_currency_code,
    includes_tax: true,
    payment_providers: store.payment_providers?.map(({ id }) => id) ?? [],
    fulfillment_providers: store.fulfillment_providers?.map(({ id }) => id) ?? [],
    shipping: { name: words.standardShipping, amount: null },
  }
  const may = useMay()
  const isFirst = taken.length === 0 && may('store.update')
  const mayAddCurrency = may('store.addCurrency')
  const form = useProcedureForm({
    action: trpc.admin.regions.createBatch.mutationOptions(),
    values,
    toInput: ({ regions, shipping, ...others }) => ({
      ...others,
      regions: regions.map(({ country, tax_rate }) => ({
        name: countryName(country),
        countries: [country],
        tax_rate: requiredNumber(tax_rate),
      })),
      shipping: { name: shipping.name, amount: requiredNumber(shipping.amount) },
      store_currency: storeCurrency(store, others.currency_code, { isFirst, mayAddCurrency }),
    }),
    onSaved: () => navigate({ to: '/settings/regions' }),
  })
  return (
    <Page title={words.sellInCountries} back={{ to: '/settings/regions', text: shared.regions }} width="form">
      <ProcedureForm form={form} action={create}>
        <Countries
          form={form}
          taken={taken}
          onUnion={isFirst ? () => form.fields.setFieldValue('currency_code', 'eur') : undefined}
        />
        <Shared form={form} store={store} mayAddCurrency={mayAddCurrency} />
      </ProcedureForm>
    </Page>
  )
}

/** The store gets a missing currency with the regions. The currency of the first regions becomes the default. */
function storeCurrency(
  { currencies = [], default_currency_code }: Store,
  code: string,
  { isFirst, mayAddCurrency }: { isFirst: boolean; mayAddCurrency: boolean },
): 'added' | 'default' | undefined {
  if (isFirst && code !== default_currency_code) return 'default'
  return mayAddCurrency && !currencies.some((currency) => currency.code === code) ? 'added' : undefined
}

interface CountriesProps {
  form: FormState<SellValues>
  /** The countries of the regions of the shop. */
  taken: readonly string[]
  /** Runs when the user adds the European Union. */
  onUnion: (() => void) | undefined
}

function Countries({ form, taken, onUnion }: CountriesProps) {
  const words = markets.useWords()
  const options = useCountryOptions().filter(({ value }) => !taken.includes(value))
  const { getInputProps, getValues, errors } = form.fields
  const { regions } = getValues()
  const picked = regions.map(({ country }) => country)
  const pick = (countries: readonly string[]) =>
    form.fields.setFieldValue(
      'regions',
      countries.map(
        (country) =>
          regions.find((region) => region.country === country) ?? { country, tax_rate: standardVat(country) ?? null },
      ),
    )
  const ofUnion = EU_COUNTRIES.filter((country) => !taken.includes(country) && !picked.includes(country))
  const date = new Date(VAT_DATE).toLocaleDateString(currentLocale(), { timeZone: 'UTC' })
  return (
    <Section title={words.countries}>
      <Stack>
        <MultiSelect
          label={words.countries}
          description={words.sellInCountriesHint}
          data={options}
          searchable
          hidePickedOptions
          value={picked}
          onChange={pick}
          error={errors['regions']}
        />
        {ofUnion.length > 0 && (
          <Group>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                pick([...picked, ...ofUnion])
                onUnion?.()
              }}
            >
              {words.addUnion}
            </Button>
          </Group>
        )}
        {regions.length > 0 && (
          <Input.Wrapper
            label={words.taxes}
            description={words.vatOfCountries(date)}
            inputWrapperOrder={['label', 'description', 'input']}
          >
            <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} mt="xs">
              {regions.map(({ country }, at) => (
                <PercentInput key={country} label={countryName(country)} {...getInputProps(`regions.${at}.tax_rate`)} />
              ))}
            </SimpleGrid>
          </Input.Wrapper>
        )}
      </Stack>
    </Section>
  )
}

interface SharedProps {
  form: FormState<SellValues>
  store: Store
  mayAddCurrency: boolean
}

function Shared({ form, store, mayAddCurrency }: SharedProps) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const currencies = useCurrencyOptions()
  const nameOf = useProviderName()
  const optionsOf = (providers: readonly { id: string }[] = []) =>
    providers.map(({ id }) => ({ value: id, label: nameOf(id) }))
  const { getInputProps } = form.fields
  const { currency_code } = form.fields.getValues()
  const codes = store.currencies?.map(({ code }) => code) ?? []
  return (
    <Section title={words.forAllCountries}>
      <Stack>
        <Text size="sm" c="dimmed">
          {words.forAllCountriesHint}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={shared.currency}
            allowDeselect={false}
            searchable
            data={currencies.filter(({ value }) => mayAddCurrency || codes.includes(value))}
            {...getInputProps('currency_code')}
          />
          <MultiSelect
            label={words.paymentProviders}
            data={optionsOf(store.payment_providers)}
            {...getInputProps('payment_providers')}
          />
          <TextInput label={words.shippingName} {...getInputProps('shipping.name')} />
          <MoneyInput label={words.shippingAmount} currency={currency_code} {...getInputProps('shipping.amount')} />
          <MultiSelect
            label={words.fulfillmentProviders}
            data={optionsOf(store.fulfillment_providers)}
            {...getInputProps('fulfillment_providers')}
          />
        </SimpleGrid>
        <Switch
          label={words.includesTax}
          description={words.includesTaxHint(currency_code.toUpperCase())}
          {...getInputProps('includes_tax', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
  )
}
