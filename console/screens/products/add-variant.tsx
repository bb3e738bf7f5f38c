import { Autocomplete, Stack, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import type { Entered, Readable } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'
import { type EnteredPrices, priceInputs } from './variant-prices.ts'

interface AddVariantProps {
  productId: string
  options: readonly { id: string; title: string; values?: { value: string }[] | undefined }[]
  onDone(): void
}

const NO_STOCK: Entered<number> = null

export function AddVariant({ productId, options, onDone }: AddVariantProps) {
  const words = products.useWords()
  const { create } = common.useWords()
  const currencies = useCurrencies()
  const choices: Record<string, string> = Object.fromEntries(options.map(({ id }) => [id, '']))
  const prices: EnteredPrices = {}
  const own = useNewRowFields('variant')
  const values = { title: '', sku: '', inventory_quantity: NO_STOCK, choices, prices }
  const toInput = (given: Readable<typeof values>) =>
    own.addTo(
      {
        id: productId,
        title: given.title || Object.values(given.choices).join(' / '),
        sku: given.sku || null,
        ...(typeof given.inventory_quantity === 'number' ? { inventory_quantity: given.inventory_quantity } : {}),
        options: options.map(({ id }) => ({ option_id: id, value: given.choices[id] ?? '' })),
        prices: priceInputs([], given.prices),
      },
      given,
    )
  const form = useProcedureForm({
    action: trpc.admin.products.addVariant.mutationOptions(),
    draft: productId,
    values,
    toInput,
    onSaved: () => {
      onDone()
    },
  })
  const { getInputProps } = form.fields
  return (
    <ProcedureForm form={form} action={create}>
      <Stack gap="sm">
        {options.map(({ id, title, values }, index) => (
          <Autocomplete
            key={id}
            label={title}
            data={[...new Set(values?.map(({ value }) => value))]}
            data-autofocus={index === 0 || undefined}
            {...getInputProps(`choices.${id}`)}
          />
        ))}
        <TextInput label={words.title} {...getInputProps('title')} />
        <TextInput label={words.sku} {...getInputProps('sku')} />
        <WholeNumberInput label={words.stock} {...getInputProps('inventory_quantity')} />
        {currencies.map((currency) => (
          <MoneyInput
            key={currency}
            label={words.priceIn(currency.toUpperCase())}
            currency={currency}
            {...getInputProps(`prices.${currency}`)}
          />
        ))}
        <NewRowFieldInputs fields={own.fields} form={form.fields} />
        <FormPreview form={form} procedure={trpc.admin.products.addVariant} input={form.input} />
      </Stack>
    </ProcedureForm>
  )
}
