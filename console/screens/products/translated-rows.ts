import { type TranslatedRow, translatedRow } from '#console/components/translations/translated-row.ts'

interface WithTranslations {
  id: string
  translations?: TranslatedRow['translations'] | undefined
}

interface Product extends WithTranslations {
  title: string
  subtitle?: string | null | undefined
  description?: string | null | undefined
  seo_title?: string | null | undefined
  seo_description?: string | null | undefined
  options?: readonly (WithTranslations & {
    title: string
    values?: readonly (WithTranslations & { value: string })[] | undefined
  })[]
  variants?: readonly (WithTranslations & { title: string })[]
}

/** The texts of a product, of its options with their values, and of its variants. */
export const translatedRowsOf = (product: Product): TranslatedRow[] => [
  translatedRow('product', product, ['title', 'subtitle', 'description', 'seo_title', 'seo_description']),
  ...(product.options ?? []).flatMap((option) => [
    translatedRow('product_option', option, ['title']),
    ...(option.values ?? []).map((value) => translatedRow('product_option_value', value, ['value'])),
  ]),
  ...(product.variants ?? []).map((variant) => translatedRow('product_variant', variant, ['title'])),
]
