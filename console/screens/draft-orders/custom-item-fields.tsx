import { Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import type { Entered } from '#console/components/form/entered.ts'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import type { ProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { percentText } from '#console/components/percent-text.ts'
import { draftOrders } from '#console/strings/draft-orders.ts'

/** The tax rate of the region, which has no ID. */
export const REGION_RATE = 'default'

export interface CustomItem {
  title: string
  unit_price: Entered<number>
  quantity: Entered<number>
  /** Empty: no tax. */
  tax_rate_id: string
  includes_tax: boolean
}

interface CustomItemFieldsProps {
  form: ProcedureForm<CustomItem>
  region: { id: string; tax_rate: number } | null | undefined
  currency: string
}

export function CustomItemFields({ form: { fields }, region, currency }: CustomItemFieldsProps) {
  const words = draftOrders.useWords()
  const { getInputProps } = fields
  const rates = useTaxRates(region)
  const { tax_rate_id } = fields.getValues()
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.customItem}
      </Text>
      <TextInput label={words.customTitle} data-autofocus {...getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput label={words.customPrice} currency={currency} {...getInputProps('unit_price')} />
        <WholeNumberInput label={words.customQuantity} min={1} {...getInputProps('quantity')} />
      </SimpleGrid>
      <Select
        label={words.customTax}
        data={[...rates, { value: '', label: words.noTax }]}
        allowDeselect={false}
        {...getInputProps('tax_rate_id')}
        onChange={(id) => fields.setFieldValue('tax_rate_id', id ?? '')}
      />
      {tax_rate_id !== '' && (
        <Checkbox label={words.priceIncludesTax} {...getInputProps('includes_tax', { type: 'checkbox' })} />
      )}
    </>
  )
}

function useTaxRates(region: CustomItemFieldsProps['region']): { value: string; label: string }[] {
  const words = draftOrders.useWords()
  const { data } = useQuery({
    ...trpc.admin.taxRates.list.queryOptions({ region_id: region?.id ?? '', limit: 200 }),
    enabled: region != null,
  })
  return [
    { value: REGION_RATE, label: words.regionRate(percentText(region?.tax_rate ?? 0)) },
    ...(data?.tax_rates ?? []).map(({ id, name, rate }) => ({
      value: id,
      label: words.namedRate(name, percentText(rate ?? 0)),
    })),
  ]
}
