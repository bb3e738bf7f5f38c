import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { type Entered, requiredNumber } from '#console/components/form/entered.ts'
import { PercentInput } from '#console/components/form/number-input.tsx'
import { RowDialog } from '#console/components/form/row-dialog.tsx'
import { ProductPicker } from '#console/components/product-picker.tsx'
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
  const words = markets.useWords()
  const shared = settings.useWords()
  const { data: options } = useQuery(
    trpc.admin.shippingOptions.list.queryOptions({ region_id: regionId, limit: 200, expand: '' }),
  )
  const { data: types } = useQuery(trpc.admin.productTypes.list.queryOptions({ limit: 200 }))
  return (
    <RowDialog
      router={trpc.admin.taxRates}
      row={rate}
      title={rate ? words.editTaxRate : words.newTaxRate}
      values={{
        name: rate?.name ?? '',
        code: rate?.code ?? '',
        rate: percentOf(rate),
        products: rate?.products?.map(({ id }) => id) ?? [],
        product_types: rate?.product_types?.map(({ id }) => id) ?? [],
        shipping_options: rate?.shipping_options?.map(({ id }) => id) ?? [],
      }}
      toInput={({ rate: percent, ...values }) => ({
        ...values,
        region_id: regionId,
        rate: requiredNumber(percent),
      })}
      required={['name', 'code', 'rate']}
      onClose={onClose}
    >
      {(fields) => (
        <>
          <TextInput label={shared.name} data-autofocus {...fields.getInputProps('name')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={words.code} {...fields.getInputProps('code')} />
            <PercentInput label={words.rate} {...fields.getInputProps('rate')} />
          </SimpleGrid>
          <ProductPicker
            label={words.products}
            known={Object.fromEntries(rate?.products?.map(({ id, title }) => [id, title]) ?? [])}
            value={fields.getValues().products}
            onChange={(ids) => fields.setFieldValue('products', ids)}
          />
          <MultiSelect
            label={words.productTypes}
            data={types?.product_types.map(({ id, value }) => ({ value: id, label: value })) ?? []}
            searchable
            {...fields.getInputProps('product_types')}
          />
          <MultiSelect
            label={words.shippingOptions}
            data={options?.shipping_options.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            searchable
            {...fields.getInputProps('shipping_options')}
          />
        </>
      )}
    </RowDialog>
  )
}

const percentOf = (rate: TaxRate | undefined): Entered<number> => rate?.rate ?? null
