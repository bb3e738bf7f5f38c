import { z } from 'zod'
import { PRODUCT_STATUSES } from '#entities/catalogue/product/product.ts'
import { Amount, Metadata, oneMarket, requiredText } from '../../inputs/common.ts'
import { withFields } from '../../inputs/field-inputs.ts'

const integer = z.int()
const text = z.string().nullish()

const physical = {
  weight: integer.nullish(),
  length: integer.nullish(),
  height: integer.nullish(),
  width: integer.nullish(),
  origin_country: text,
  mid_code: text,
  material: text,
  metadata: Metadata.nullish(),
}

const price = {
  region_id: text,
  currency_code: text,
  amount: Amount,
  min_quantity: integer.min(0).nullish(),
  max_quantity: integer.min(0).nullish(),
}

const NewPrice = z.strictObject(price).refine((input) => !input.region_id !== !input.currency_code, oneMarket)

/** A price with an ID may omit its region and currency, which then stay unchanged. */
const ChangedPrice = z
  .strictObject({ id: text, ...price })
  .refine(
    ({ id, region_id, currency_code }) => (id && !region_id && !currency_code) || !region_id !== !currency_code,
    oneMarket,
  )

const codes = { sku: text, ean: text, upc: text, barcode: text, hs_code: text }

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

/** Variant of a new product. Its option values have the same order as the options of the product. */
const NewProductVariant = withFields(['variant', 'admin'], {
  title: requiredText,
  ...codes,
  ...newStock,
  ...physical,
  prices: z.array(NewPrice),
  options: z.array(z.strictObject({ value: requiredText })).nullish(),
})

export const newVariant = {
  title: requiredText,
  ...codes,
  ...newStock,
  ...physical,
  prices: z.array(NewPrice),
  options: z.array(Choice).default([]),
}

export const variantChanges = {
  title: requiredText.optional(),
  ...codes,
  ...stock,
  ...physical,
  prices: z.array(ChangedPrice).nullish(),
  options: z.array(Choice).nullish(),
}

/** The value identifies a type or a tag. The server ignores the ID. */
const OptionByValue = z.strictObject({ id: text, value: requiredText })
const OptionById = z.strictObject({ id: z.string() })

const description = { subtitle: text, description: text }
const Status = z.enum(PRODUCT_STATUSES)
const classification = {
  type: OptionByValue.nullish(),
  collection_id: text,
  tags: z.array(OptionByValue).nullish(),
  sales_channels: z.array(OptionById).nullish(),
  categories: z.array(OptionById).nullish(),
}
const imageFields = { images: z.array(z.string()).nullish(), thumbnail: text }

export const newProduct = {
  title: requiredText,
  ...description,
  is_giftcard: z.boolean().default(false),
  discountable: z.boolean().default(true),
  ...imageFields,
  handle: text,
  status: Status.default('draft'),
  ...classification,
  options: z.array(z.strictObject({ title: requiredText })).nullish(),
  variants: z.array(NewProductVariant).nullish(),
  hs_code: text,
  ...physical,
}

export const productChanges = {
  title: requiredText.nullish(),
  ...description,
  discountable: z.boolean().nullish(),
  ...imageFields,
  handle: text,
  status: Status.optional(),
  ...classification,
  variants: z.array(withFields(['variant', 'admin'], { id: text, ...variantChanges })).nullish(),
  hs_code: text,
  ...physical,
}
