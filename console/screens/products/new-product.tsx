import { Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import type { Entered, Readable } from '#console/components/form/entered.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { navigation } from '#console/strings/navigation.ts'
import { products } from '#console/strings/products.ts'
import { type NewOption, NewOptions } from './new-options.tsx'
import { newVariants } from './new-variants.ts'
import { type ProductStatus, useStatusOptions } from './product-status.tsx'
import type { EnteredPrices } from './variant-prices.ts'

interface Values {
  title: string
  description: string
  status: ProductStatus
  options: NewOption[]
  prices: EnteredPrices
  stock: Entered<number>
  /** The fields of plugins of each variant. */
  variant: object
}

const EMPTY: Values = { title: '', description: '', status: 'draft', options: [], prices: {}, stock: null, variant: {} }

export function NewProduct() {
  const words = products.useWords()
  const names = navigation.useWords()
  const { create } = common.useWords()
  const statuses = useStatusOptions()
  const currencies = useCurrencies()
  const navigate = useNavigate()
  const own = useNewRowFields('product')
  const ofVariants = useNewRowFields('variant')
  const toInput = ({ title, description, status, options, prices, stock, variant, ...values }: Readable<Values>) =>
    own.addTo(
      {
        title,
        description: description || null,
        status,
        options: options.map((option) => ({ title: option.title })),
        variants: newVariants({ title, options, prices, stock }).map((one) => ofVariants.addTo(one, variant)),
      },
      values,
    )
  const form = useProcedureForm({
    action: trpc.admin.products.create.mutationOptions(),
    values: EMPTY,
    toInput,
    onSaved: async ({ product }) => {
      await navigate({ to: '/products/$id', params: { id: product.id } })
    },
  })
  const { getInputProps, getValues, setFieldValue } = form.fields
  const { options } = getValues()
  return (
    <Page title={words.newProduct} back={{ to: '/products', text: names.products }} width="form">
      <ProcedureForm form={form} action={create}>
        <Section title={words.general}>
          <Stack gap="md">
            <TextInput label={words.title} required {...getInputProps('title')} />
            <Textarea label={words.description} autosize minRows={3} {...getInputProps('description')} />
            <Select label={words.status} data={statuses} {...getInputProps('status')} />
            <NewRowFieldInputs fields={own.fields} form={form.fields} />
          </Stack>
        </Section>
        <Section title={words.options}>
          <NewOptions options={options} onChange={(changed) => setFieldValue('options', changed)} />
        </Section>
        <Section title={words.pricesAndStock}>
          <Text size="sm" c="dimmed" mb="sm">
            {words.pricesHint}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {currencies.map((currency) => (
              <MoneyInput
                key={currency}
                label={words.priceIn(currency.toUpperCase())}
                currency={currency}
                {...getInputProps(`prices.${currency}`)}
              />
            ))}
          </SimpleGrid>
          <WholeNumberInput mt="md" label={words.stock} description={words.newStockHint} {...getInputProps('stock')} />
          {ofVariants.fields.length > 0 && (
            <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
              <NewRowFieldInputs fields={ofVariants.fields} form={form.fields} path="variant" />
            </SimpleGrid>
          )}
          <Text size="sm" mt="md" aria-live="polite">
            {words.variantPreview(newVariants({ title: '', options, prices: {}, stock: null }).length)}
          </Text>
        </Section>
        <FormPreview form={form} procedure={trpc.admin.products.create} input={form.input} />
      </ProcedureForm>
    </Page>
  )
}
