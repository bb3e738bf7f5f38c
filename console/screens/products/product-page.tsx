import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { memo, Suspense } from 'react'
import { trpc } from '#console/app/api.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { errorsIn, FormPart } from '#console/components/form/form-part.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { SaveButtons } from '#console/components/form/save-buttons.tsx'
import { Page } from '#console/components/page.tsx'
import { NewRowFieldInputs } from '#console/components/plugin-fields/new-row-fields.tsx'
import { ShownFields } from '#console/components/plugin-fields/shown-fields.tsx'
import { PluginActions } from '#console/components/plugin-parts/plugin-actions.tsx'
import { PluginLinks } from '#console/components/plugin-parts/plugin-links.tsx'
import { PluginPanels } from '#console/components/plugin-parts/plugin-panels.tsx'
import { Columns, Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TranslateButton } from '#console/components/translations/translate-button.tsx'
import { WhenNear } from '#console/components/when-near.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { plugins } from '#console/strings/plugins.ts'
import { OptionFields } from './option-fields.tsx'
import { OrganizationFields } from './organization-fields.tsx'
import { withoutPicture } from './picture.ts'
import { PictureFields } from './picture-fields.tsx'
import { ProductButtons } from './product-buttons.tsx'
import type { ProductRow } from './product-row.ts'
import { ProductStatusBadge } from './product-status.tsx'
import { SearchListing } from './search-listing.tsx'
import { TextFields } from './text-fields.tsx'
import { translatedRowsOf } from './translated-rows.ts'
import { type ProductCurrencies, useProductCurrencies } from './use-product-currencies.ts'
import { useProductForm } from './use-product-form.ts'

const VariantGrid = lazyPart(async () => (await import('./variant-grid.tsx')).VariantGrid)
const FormPreview = lazyPart(async () => (await import('#console/components/form/form-preview.tsx')).FormPreview)

const productRoute = getRouteApi('/shell/products/$id')
const FORM = 'product'
const TEXTS = ['title', 'subtitle', 'description'] as const
const SEO = ['seo_title', 'seo_description', 'handle'] as const
const PLACES = ['collection_id', 'categories', 'type', 'tags', 'sales_channels'] as const

export function ProductPage() {
  const { id } = productRoute.useParams()
  const { data, error } = useQuery(trpc.admin.products.get.queryOptions({ id }))
  const currencies = useProductCurrencies(data?.product.variants ?? [])
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data || !currencies) return <LoadingPage />
  return <ProductEditor key={id} product={data.product} currencies={currencies} />
}

/** They change only with the stored product, so they do not render while the user types. */
const HeadButtons = memo(({ product }: { product: ProductRow }) => (
  <>
    <PluginLinks place="product" row={product} />
    <PluginActions place="product" id={product.id} />
    <TranslateButton size="sm" name={product.title} rows={translatedRowsOf(product)} />
    <ProductButtons product={product} />
  </>
))

function ProductEditor({ product, currencies }: { product: ProductRow; currencies: ProductCurrencies }) {
  const names = navigation.useWords()
  const pluginWords = plugins.useWords()
  const form = useProductForm(product, currencies.ofCosts)
  const { getInputProps, getValues, setFieldValue } = form.fields
  const values = getValues()
  const { images, thumbnail, options, title, subtitle, description, handle, seo_title, seo_description } = values
  const { errors } = form.fields
  const remove = (url: string) => form.fields.setValues(withoutPicture(getValues(), url))
  const add = (urls: readonly string[]) => {
    const { images: now } = getValues()
    setFieldValue('images', [...now, ...urls.map((url) => ({ url, alt: '' }))])
    if (!getValues().thumbnail) setFieldValue('thumbnail', urls[0] ?? null)
  }
  return (
    <Page
      title={product.title}
      back={{ to: '/products', text: names.products }}
      badges={<ProductStatusBadge product={product} />}
      isSticky
      actions={
        <>
          <HeadButtons product={product} />
          <SaveButtons id={FORM} form={form} />
        </>
      }
      width="detail"
    >
      <ProcedureForm form={form} id={FORM}>
        <Columns
          main={
            <>
              <FormPart
                shows={[title, subtitle, description, values.discountable, form.isAllowed, errorsIn(errors, ...TEXTS)]}
              >
                {() => <TextFields inputOf={getInputProps} isDisabled={!form.isAllowed} />}
              </FormPart>
              <FormPart shows={[images, thumbnail, form.isAllowed, errorsIn(errors, 'images')]}>
                {() => (
                  <PictureFields
                    pictures={images}
                    thumbnail={thumbnail}
                    isAllowed={form.isAllowed}
                    onChange={(changed) => setFieldValue('images', changed)}
                    onThumbnail={(url) => setFieldValue('thumbnail', url)}
                    onAdd={add}
                    onRemove={remove}
                  />
                )}
              </FormPart>
              <FormPart shows={[options, errorsIn(errors, 'options')]}>
                {() => (
                  <OptionFields
                    options={options}
                    inputOf={getInputProps}
                    onChange={(change) => form.changeStructure({ options: change(getValues().options) })}
                  />
                )}
              </FormPart>
              <WhenNear height={240}>
                <VariantGrid product={product} form={form} currencies={currencies} />
              </WhenNear>
              {form.isPreviewed && (
                <Suspense>
                  <FormPreview form={form} procedure={trpc.admin.products.update} input={form.input} />
                </Suspense>
              )}
              <FormPart
                shows={[title, subtitle, description, handle, seo_title, seo_description, errorsIn(errors, ...SEO)]}
              >
                {() => (
                  <SearchListing
                    inputOf={getInputProps}
                    product={{ title, subtitle, description, handle }}
                    seo={{ title: seo_title, description: seo_description }}
                  />
                )}
              </FormPart>
            </>
          }
          side={
            <>
              <FormPart shows={[...PLACES.map((name) => values[name]), errorsIn(errors, ...PLACES)]}>
                {() => <OrganizationFields inputOf={getInputProps} product={product} />}
              </FormPart>
              {form.ownFields.length > 0 && (
                <Section title={pluginWords.fields}>
                  <Stack>
                    <NewRowFieldInputs fields={form.ownFields} form={form.fields} />
                  </Stack>
                </Section>
              )}
              <ShownFields table="product" row={product} />
            </>
          }
        />
      </ProcedureForm>
      <Stack gap="lg" mt="lg">
        <FormPart shows={product.id}>{() => <PluginPanels place="product" id={product.id} />}</FormPart>
      </Stack>
    </Page>
  )
}
