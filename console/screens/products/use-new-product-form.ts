import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import type { Readable } from '#console/components/form/entered.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { type NewProductValues, NO_VALUES } from './new-product-values.ts'
import { newVariants } from './new-variants.ts'
import { altsOf } from './use-product-form.ts'

/** One form for a new product with its pictures and variants. The shop creates all of it, or nothing. */
export function useNewProductForm() {
  const navigate = useNavigate()
  const [currency = 'eur'] = useCurrencies()
  const own = useNewRowFields('product')
  const ofVariants = useNewRowFields('variant')
  const toInput = ({ title, options, prices, stock, sku, rows, variant, ...values }: Readable<NewProductValues>) => {
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
        options: options.map((option) => ({ title: option.title })),
        variants: newVariants({ title, options, prices, stock, sku, rows, currency }).map((one) =>
          ofVariants.addTo(one, variant),
        ),
      },
      values,
    )
  }
  const form = useProcedureForm({
    action: trpc.admin.products.create.mutationOptions(),
    values: NO_VALUES,
    toInput,
    onSaved: async ({ product }) => {
      await navigate({ to: '/products/$id', params: { id: product.id } })
    },
  })
  return { ...form, ownFields: own.fields, variantFields: ofVariants.fields }
}
