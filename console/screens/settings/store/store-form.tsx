import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { currentLocale } from '#console/app/language.ts'
import { shopTimeZone } from '#console/app/time-zone.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { MultiSelect, Select } from '#console/components/late-select.tsx'
import { Section } from '#console/components/section.tsx'
import { settings } from '#console/strings/settings.ts'
import { SELLER, SellerFields, sellerOf } from './seller-fields.tsx'
import { useCurrencyOptions } from './use-currency-options.ts'

const TIME_ZONES = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]

/** The form shows them at each keystroke, and a format is slow to create. */
function monthNames() {
  const format = new Intl.DateTimeFormat(currentLocale(), { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1),
    label: format.format(Date.UTC(2026, month)),
  }))
}

type Store = RouterOutputs['admin']['store']['get']['store']

export function StoreForm({ store }: { store: Store }) {
  const words = settings.useWords()
  const options = useCurrencyOptions()
  const { data: current } = useQuery(trpc.admin.auth.current.queryOptions())
  const isReadOnly = current?.user.role !== 'admin'
  const form = useProcedureForm({
    action: trpc.admin.store.update.mutationOptions(),
    values: {
      name: store.name,
      currencies: store.currencies?.map(({ code }) => code) ?? [],
      default_currency_code: store.default_currency_code,
      time_zone: store.time_zone ?? null,
      fiscal_year_start_month: String(store.fiscal_year_start_month),
      ...sellerOf(store),
      requires_second_factor: store.requires_second_factor,
      invite_link_template: store.invite_link_template ?? '',
      payment_link_template: store.payment_link_template ?? '',
      swap_link_template: store.swap_link_template ?? '',
    },
    toInput: ({ invite_link_template, payment_link_template, swap_link_template, ...values }) => ({
      ...values,
      fiscal_year_start_month: Number(values.fiscal_year_start_month),
      ...Object.fromEntries(SELLER.map((name) => [name, values[name] || null])),
      invite_link_template: invite_link_template || null,
      payment_link_template: payment_link_template || null,
      swap_link_template: swap_link_template || null,
    }),
  })
  const { currencies } = form.fields.getValues()
  return (
    <ProcedureForm form={form}>
      <Section title={words.general}>
        <Stack>
          <TextInput label={words.name} {...form.fields.getInputProps('name')} />
          <MultiSelect
            label={words.currencies}
            data={options}
            searchable
            {...form.fields.getInputProps('currencies')}
          />
          <Select
            label={words.defaultCurrency}
            data={options.filter(({ value }) => currencies.includes(value))}
            {...form.fields.getInputProps('default_currency_code')}
          />
          <Select
            label={words.timeZone}
            description={words.timeZoneHint}
            placeholder={shopTimeZone()}
            data={TIME_ZONES}
            searchable
            clearable
            limit={100}
            nothingFoundMessage={words.noTimeZone}
            {...form.fields.getInputProps('time_zone')}
          />
          <NativeSelect
            label={words.fiscalYearStart}
            description={words.fiscalYearStartHint}
            data={monthNames()}
            {...form.fields.getInputProps('fiscal_year_start_month')}
          />
        </Stack>
      </Section>
      <SellerFields form={form} logoKey={store.logo_key} />
      <Section title={words.security}>
        <Switch
          label={words.requiresSecondFactor}
          description={words.requiresSecondFactorHint}
          disabled={isReadOnly}
          {...form.fields.getInputProps('requires_second_factor', { type: 'checkbox' })}
        />
      </Section>
      <Section title={words.links}>
        <Stack>
          <TextInput
            label={words.inviteLink}
            description={words.inviteLinkHint}
            readOnly={isReadOnly}
            {...form.fields.getInputProps('invite_link_template')}
          />
          <TextInput
            label={words.paymentLink}
            description={words.paymentLinkHint}
            readOnly={isReadOnly}
            {...form.fields.getInputProps('payment_link_template')}
          />
          <TextInput
            label={words.swapLink}
            description={words.swapLinkHint}
            readOnly={isReadOnly}
            {...form.fields.getInputProps('swap_link_template')}
          />
        </Stack>
      </Section>
    </ProcedureForm>
  )
}
