import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { PercentInput } from '#console/components/form/number-input.tsx'
import { useRowForm } from '#console/components/form/use-row-form.ts'
import { ProductPicker } from '#console/components/product-picker.tsx'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'

type TaxRate = RouterOutputs['admin']['taxRates']['get']['tax_rate']

interface TaxRateDialogProps {
  regionId: string
  /** Undefined for a new tax rate. */
  rateId?: string
  onClose(): void
}

const EXPAND = ['products', 'product_types', 'shipping_options']

export function TaxRateDialog({ regionId, rateId, onClose }: TaxRateDialogProps) {
  const { data } = useQuery({
    ...trpc.admin.taxRates.get.queryOptions({ id: rateId ?? '', expand: EXPAND }),
    enabled: rateId !== undefined,
  })
  if (rateId !== undefined && !data) return null
  return <TaxRateForm regionId={regionId} rate={data?.tax_rate} onClose={onClose} />
}

interface TaxRateFormProps {
  regionId: string
  rate: TaxRate | undefined
  onClose(): void
}

function TaxRateForm({ regionId, rate, onClose }: TaxRateFormProps) {
  const words = useStrings(markets)
  const shared = useStrings(settings)
  const { create, save, saved } = useStrings(common)
  const { data: options } = useQuery(
    trpc.admin.shippingOptions.list.queryOptions({ region_id: regionId, limit: 200, expand: '' }),
  )
  const { data: types } = useQuery(trpc.admin.productTypes.list.queryOptions({ limit: 200 }))
  const form = useRowForm({
    create: trpc.admin.taxRates.create.mutationOptions(),
    update: trpc.admin.taxRates.update.mutationOptions(),
    id: rate?.id,
    values: {
      name: rate?.name ?? '',
      code: rate?.code ?? '',
      rate: percentOf(rate),
      products: rate?.products?.map(({ id }) => id) ?? [],
      product_types: rate?.product_types?.map(({ id }) => id) ?? [],
      shipping_options: rate?.shipping_options?.map(({ id }) => id) ?? [],
    },
    toInput: ({ rate: percent, ...values }) => ({
      ...values,
      region_id: regionId,
      rate: requiredNumber(percent),
    }),
    required: ['name', 'code', 'rate'],
    onSaved: endDialog(saved, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog
      form={form}
      title={rate ? words.editTaxRate : words.newTaxRate}
      action={rate ? save : create}
      onClose={onClose}
    >
      <TextInput label={shared.name} data-autofocus {...getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={words.code} {...getInputProps('code')} />
        <PercentInput label={words.rate} {...getInputProps('rate')} />
      </SimpleGrid>
      <ProductPicker
        label={words.products}
        known={Object.fromEntries(rate?.products?.map(({ id, title }) => [id, title]) ?? [])}
        value={form.fields.getValues().products}
        onChange={(ids) => form.fields.setFieldValue('products', ids)}
      />
      <MultiSelect
        label={words.productTypes}
        data={types?.product_types.map(({ id, value }) => ({ value: id, label: value })) ?? []}
        searchable
        {...getInputProps('product_types')}
      />
      <MultiSelect
        label={words.shippingOptions}
        data={options?.shipping_options.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        searchable
        {...getInputProps('shipping_options')}
      />
    </FormDialog>
  )
}

const percentOf = (rate: TaxRate | undefined): Entered<number> => rate?.rate ?? null
