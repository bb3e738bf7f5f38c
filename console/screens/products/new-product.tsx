import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { FormPreview } from '#console/components/form/form-preview.tsx'
import { MoneyInput, WholeNumberInput } from '#console/components/form/number-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { SaveButtons } from '#console/components/form/save-buttons.tsx'
import { Select } from '#console/components/late-select.tsx'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Columns, Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import { navigation } from '#console/strings/navigation.ts'
import { products } from '#console/strings/products.ts'
import { OptionFields } from './option-fields.tsx'
import { OrganizationFields } from './organization-fields.tsx'
import { withoutPicture } from './picture.ts'
import { PictureFields } from './picture-fields.tsx'
import { useStatusOptions } from './product-status.tsx'
import { SearchListing } from './search-listing.tsx'
import { TextFields } from './text-fields.tsx'
import { useNewProductForm } from './use-new-product-form.ts'
import { useTaxesInPrices } from './use-taxes-in-prices.ts'
import { VariantGrid } from './variant-grid.tsx'

const FORM = 'new-product'

export function NewProduct() {
  const words = products.useWords()
  const names = navigation.useWords()
  const { create } = common.useWords()
  const statuses = useStatusOptions()
  const form = useNewProductForm()
  const { getInputProps, getValues, setFieldValue } = form.fields
  const { images, thumbnail, title, subtitle, description, handle, seo_title, seo_description } = getValues()
  const remove = (url: string) => form.fields.setValues(withoutPicture(getValues(), url))
  const add = (urls: readonly string[]) => {
    setFieldValue('images', [...getValues().images, ...urls.map((url) => ({ url, alt: '' }))])
    if (!getValues().thumbnail) setFieldValue('thumbnail', urls[0] ?? null)
  }
  return (
    <Page
      title={words.newProduct}
      back={{ to: '/products', text: names.products }}
      isSticky
      actions={<SaveButtons id={FORM} form={form} action={create} />}
      width="detail"
    >
      <ProcedureForm form={form} action={create} id={FORM}>
        <Columns
          main={
            <>
              <TextFields inputOf={getInputProps} isDisabled={!form.isAllowed} />
              <PictureFields
                pictures={images}
                thumbnail={thumbnail}
                isAllowed={form.isAllowed}
                onChange={(changed) => setFieldValue('images', changed)}
                onThumbnail={(url) => setFieldValue('thumbnail', url)}
                onAdd={add}
                onRemove={remove}
              />
              <NewVariantSections form={form} />
              <SearchListing
                inputOf={getInputProps}
                product={{ title, subtitle, description, handle }}
                seo={{ title: seo_title, description: seo_description }}
              />
              <FormPreview form={form} procedure={trpc.admin.products.create} input={form.input} />
            </>
          }
          side={
            <>
              <Section title={words.status}>
                <Stack>
                  <Select aria-label={words.status} data={statuses} {...getInputProps('status')} />
                  <NewRowFieldInputs fields={form.ownFields} form={form.fields} />
                </Stack>
              </Section>
              <OrganizationFields inputOf={getInputProps} />
            </>
          }
        />
      </ProcedureForm>
    </Page>
  )
}

function NewVariantSections({ form }: { form: ReturnType<typeof useNewProductForm> }) {
  const words = products.useWords()
  const currencies = useCurrencies()
  const taxes = useTaxesInPrices()
  const { getInputProps, getValues } = form.fields
  const { options } = getValues()
  const hasOptions = options.some(({ values }) => values.length > 0)
  return (
    <>
      <OptionFields
        options={options}
        inputOf={getInputProps}
        onChange={(change) => form.changeStructure({ options: change(getValues().options) })}
      />
      <Section title={words.pricesAndStock}>
        {hasOptions && (
          <Text size="sm" c="dimmed" mb="sm">
            {words.pricesHint}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {currencies.map((currency) => (
            <MoneyInput
              key={currency}
              label={words.priceIn(currency.toUpperCase())}
              currency={currency}
              {...getInputProps(`prices.${currency}`)}
            />
          ))}
          <WholeNumberInput label={words.stock} {...getInputProps('stock')} />
          {!hasOptions && <TextInput label={words.sku} {...getInputProps('sku')} />}
          {!hasOptions && <NewRowFieldInputs fields={form.variantFields} form={form.fields} path="variant" />}
        </SimpleGrid>
        <Text size="xs" c="dimmed" mt="xs">
          {words.newStockHint}
        </Text>
      </Section>
      {hasOptions && <VariantGrid form={form} currencies={{ ofPrices: currencies, ofCosts: currencies[0], taxes }} />}
    </>
  )
}
