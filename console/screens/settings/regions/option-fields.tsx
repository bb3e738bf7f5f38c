import { Select, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { MoneyInput } from '#console/components/form/number-input.tsx'
import type { ProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import type { OptionValues } from './option-values.ts'

interface OptionFieldsProps<Values extends OptionValues> {
  form: ProcedureForm<Values>
  currency: string
}

export function OptionFields<Values extends OptionValues>({ form, currency }: OptionFieldsProps<Values>) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { getInputProps } = form.fields
  return (
    <>
      <TextInput label={shared.name} data-autofocus {...getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={words.priceType}
          data={[
            { value: 'flat_rate', label: words.flatRate },
            { value: 'calculated', label: words.calculated },
          ]}
          {...getInputProps('price_type')}
        />
        {form.fields.getValues().price_type === 'flat_rate' && (
          <MoneyInput label={words.amount} currency={currency} {...getInputProps('amount')} />
        )}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput label={words.minSubtotal} currency={currency} {...getInputProps('min_subtotal')} />
        <MoneyInput label={words.maxSubtotal} currency={currency} {...getInputProps('max_subtotal')} />
      </SimpleGrid>
      <Switch label={words.adminOnly} {...getInputProps('admin_only', { type: 'checkbox' })} />
      <Switch label={words.includesTax} {...getInputProps('includes_tax', { type: 'checkbox' })} />
    </>
  )
}
