import { z } from 'zod'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { optionalInputs, pickColumns } from '../../inputs/columns.ts'
import { Amount, oneMarket, requiredText } from '../../inputs/common.ts'
import { translations } from '../../inputs/translations.ts'

const integer = z.int()
const optionalId = z.string().nullish()

const physical = optionalInputs(ProductVariant, [
  'weight',
  'length',
  'height',
  'width',
  'origin_country',
  'mid_code',
  'material',
  'metadata',
])

const price = {
  ...optionalInputs(MoneyAmount, ['region_id', 'currency_code']),
  amount: Amount,
  min_quantity: integer.min(0).nullish(),
  max_quantity: integer.min(0).nullish(),
}

const NewPrice = z.strictObject(price).refine((input) => !input.region_id !== !input.currency_code, oneMarket)

/** A price with an ID may omit its region and currency, which then stay unchanged. */
const ChangedPrice = z
  .strictObject({ id: optionalId, ...price })
  .refine(
    ({ id, region_id, currency_code }) => (id && !region_id && !currency_code) || !region_id !== !currency_code,
    oneMarket,
  )

const codes = optionalInputs(ProductVariant, ['sku', 'ean', 'upc', 'barcode', 'hs_code'])

const picture = optionalInputs(ProductVariant, ['thumbnail'])

const cost = {
  cost_amount: Amount.nullish(),
  cost_currency_code: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{3}$/)
    .nullish(),
}

const stock = {
  inventory_quantity: integer.optional(),
  allow_backorder: z.boolean().optional(),
  manage_inventory: z.boolean().optional(),
}

const newStock = {
  inventory_quantity: integer.default(0),
  allow_backorder: z.boolean().default(false),
  manage_inventory: z.boolean().default(true),
}

const Choice = z.strictObject({ option_id: z.string(), value: requiredText })

/** The title also names an option that the same request adds. */
const NamedChoice = z
  .strictObject({ option_id: z.string().optional(), option_title: requiredText.optional(), value: requiredText })
  .refine(({ option_id, option_title }) => (option_id === undefined) !== (option_title === undefined), {
    message: 'Pass either option_id or option_title',
  })

const newVariantColumns = {
  title: requiredText,
  ...codes,
  ...picture,
  ...cost,
  ...newStock,
  ...physical,
  prices: z.array(NewPrice),
}

/** Variant of a new product. Its option values have the same order as the options of the product. */
const NewProductVariant = withFields(['variant', 'admin'], {
  ...newVariantColumns,
  options: z.array(z.strictObject({ value: requiredText })).nullish(),
})

export const newVariant = {
  ...newVariantColumns,
  options: z.array(Choice).default([]),
}

export const variantChanges = {
  title: requiredText.optional(),
  ...codes,
  ...picture,
  ...cost,
  ...stock,
  ...physical,
  prices: z.array(ChangedPrice).nullish(),
  options: z.array(Choice).nullish(),
}

/** The value identifies a type or a tag. The server ignores the ID. */
const OptionByValue = z.strictObject({ id: optionalId, value: requiredText })
const OptionById = z.strictObject({ id: z.string() })

const description = optionalInputs(Product, ['subtitle', 'description', 'seo_title', 'seo_description'])
const { discountable, thumbnail, handle, collection_id } = optionalInputs(Product, [
  'discountable',
  'thumbnail',
  'handle',
  'collection_id',
])
const { status } = pickColumns(Product, ['status'])
const classification = {
  type: OptionByValue.nullish(),
  collection_id,
  tags: z.array(OptionByValue).nullish(),
  sales_channels: z.array(OptionById).nullish(),
  categories: z.array(OptionById).nullish(),
}
/** The alternative texts of images. Other images keep theirs. */
const ImageAlts = z.array(z.strictObject({ url: z.string(), alt: z.string().max(1000).nullable() }))
const imageFields = { images: z.array(z.string()).nullish(), image_alts: ImageAlts.nullish(), thumbnail }

export const newProduct = {
  title: requiredText,
  ...description,
  is_giftcard: z.boolean().default(false),
  discountable: z.boolean().default(true),
  ...imageFields,
  handle,
  status: status.default('draft'),
  ...classification,
  options: z.array(z.strictObject({ title: requiredText })).nullish(),
  variants: z.array(NewProductVariant).nullish(),
  hs_code: codes.hs_code,
  ...physical,
  ...translations,
}

export const productChanges = {
  title: requiredText.nullish(),
  ...description,
  discountable,
  ...imageFields,
  handle,
  status: status.optional(),
  is_archived: z.boolean().optional(),
  ...classification,
  variants: z.array(withFields(['variant', 'admin'], { id: optionalId, ...variantChanges })).nullish(),
  option_changes: z.array(z.strictObject({ id: optionalId, title: requiredText })).nullish(),
  deleted_option_ids: z.array(z.string()).nullish(),
  variant_changes: z
    .array(
      withFields(['variant', 'admin'], {
        id: z.string(),
        ...variantChanges,
        options: z.array(NamedChoice).nullish(),
      }),
    )
    .nullish(),
  new_variants: z
    .array(withFields(['variant', 'admin'], { ...newVariant, options: z.array(NamedChoice).default([]) }))
    .nullish(),
  deleted_variant_ids: z.array(z.string()).nullish(),
  restored_option_ids: z.array(z.string()).nullish(),
  restored_variant_ids: z.array(z.string()).nullish(),
  hs_code: codes.hs_code,
  ...physical,
  ...translations,
}
