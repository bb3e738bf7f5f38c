import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import type { Readable } from '#console/components/form/entered.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'
import { type NewProductValues, NO_VALUES } from './new-product-values.ts'
import { MAX_COMBINATIONS, structureOf } from './product-structure.ts'
import { altsOf } from './use-product-form.ts'
import { useVariantStructure } from './use-variant-structure.ts'
import { newVariantInput, placeOfTaken, placeOfVariant, sizeErrors } from './variant-rows.ts'

const NO_PRODUCT = { variants: [] }

/** One form for a new product with its pictures and variants. The shop creates all of it, or nothing. */
export function useNewProductForm() {
  const words = products.useWords()
  const { fieldRequired } = common.useWords()
  const navigate = useNavigate()
  const [currency] = useCurrencies()
  const own = useNewRowFields('product')
  const ofVariants = useNewRowFields('variant')
  const toInput = (entered: Readable<NewProductValues>) => {
    const { title, options, prices, stock, sku, rows, variant, removed, fillsGaps, ...values } = entered
    const { subtitle, description, handle, seo_title, seo_description, images, type, tags, ...others } = values
    const { discountable, status, thumbnail, collection_id } = others
    return own.addTo(
      {
        ...{ title, discountable, status, thumbnail, collection_id },
        subtitle: subtitle || null,
        description: description || null,
        ...(handle ? { handle } : {}),
        seo_title: seo_title || null,
        seo_description: seo_description || null,
        images: images.map(({ url }) => url),
        image_alts: altsOf(images),
        ...(type ? { type: { value: type } } : {}),
        tags: tags.map((value) => ({ value })),
        categories: others.categories.map((id) => ({ id })),
        // Without a choice, the shop offers the product in its default channel.
        ...(others.sales_channels.length > 0 ? { sales_channels: others.sales_channels.map((id) => ({ id })) } : {}),
        options: options.flatMap((option) => (option.values.length > 0 ? [{ title: option.title }] : [])),
        variants: variantsOf(entered).map(({ id, title: name, choices }) =>
          ofVariants.addTo(
            {
              ...newVariantInput(name, { row: rows[id], currency, usual: { prices, stock } }),
              ...(id === NO_CHOICES && sku ? { sku } : {}),
              options: choices.flatMap(({ value }) => (value ? [{ value }] : [])),
            },
            variant,
          ),
        ),
      },
      values,
    )
  }
  const form = useProcedureForm({
    action: trpc.admin.products.create.mutationOptions(),
    values: NO_VALUES,
    toInput,
    check: ({ options }) => ({
      ...Object.fromEntries(
        options.flatMap(({ values }, at) => (values.length > 0 ? [] : [[`options.${at}.values`, fieldRequired]])),
      ),
      ...sizeErrors(options, words.tooManyCombinations(MAX_COMBINATIONS)),
    }),
    placeOf: (path, takenValue, now) => {
      const [list, index, column, choice] = path.split('.')
      if (list !== 'variants') return placeOfTaken(list, takenValue, now.rows)
      const id = variantsOf(now)[Number(index)]?.id
      return id === NO_CHOICES ? column : placeOfVariant(id, column, choice)
    },
    onSaved: async ({ product }) => {
      await navigate({ to: '/products/$id', params: { id: product.id } })
    },
  })
  const { prices, stock } = form.fields.getValues()
  const variants = useVariantStructure(NO_PRODUCT, form.fields)
  return { ...form, ...variants, usual: { prices, stock }, ownFields: own.fields, variantFields: ofVariants.fields }
}

/** The ID of the variant of a product without options. */
const NO_CHOICES = ''

/** A variant for each combination of option values, or one with the title of the product. */
function variantsOf(values: NewProductValues | Readable<NewProductValues>) {
  const { added, gaps } = structureOf(NO_PRODUCT, values)
  return added.length + gaps > 0 ? added : [{ id: NO_CHOICES, title: values.title, choices: [] }]
}
