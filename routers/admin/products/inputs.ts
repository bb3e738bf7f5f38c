import { z } from 'zod'
import { PRODUCT_STATUSES } from '#entities/product/product.ts'
import { Amount, Metadata, requiredText } from '../../schemas/common.ts'

const whole = z.int()
const text = z.string().nullish()

const physical = {
  weight: whole.nullish(),
  length: whole.nullish(),
  height: whole.nullish(),
  width: whole.nullish(),
  origin_country: text,
  mid_code: text,
  material: text,
  metadata: Metadata.nullish(),
}

const xor = { error: 'Failed XOR relation between "region_id" and "currency_code".' }

const price = {
  region_id: text,
  currency_code: text,
  amount: Amount,
  min_quantity: whole.min(0).nullish(),
  max_quantity: whole.min(0).nullish(),
}

const NewPrice = z.strictObject(price).refine((input) => !input.region_id !== !input.currency_code, xor)

/** One that is there already is for what it is for, unless the caller says otherwise. */
const ChangedPrice = z
  .strictObject({ id: text, ...price })
  .refine(
    ({ id, region_id, currency_code }) => (id && !region_id && !currency_code) || !region_id !== !currency_code,
    xor,
  )

const codes = { sku: text, ean: text, upc: text, barcode: text, hs_code: text }

const stock = {
  inventory_quantity: whole.optional(),
  allow_backorder: z.boolean().optional(),
  manage_inventory: z.boolean().optional(),
}

const Choice = z.strictObject({ option_id: z.string(), value: requiredText })

/** A variant of a product that is made with it: its values are in the order of the options. */
const NewProductVariant = z.strictObject({
  title: requiredText,
  ...codes,
  ...stock,
  ...physical,
  prices: z.array(NewPrice),
  options: z.array(z.strictObject({ value: requiredText })).nullish(),
})

export const newVariant = {
  title: requiredText,
  ...codes,
  ...stock,
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

/** Its id says nothing: what has the same value is the same. */
const ByValue = z.strictObject({ id: text, value: requiredText })
const ById = z.strictObject({ id: z.string() })

const description = { subtitle: text, description: text }
const status = z.enum(PRODUCT_STATUSES).optional()
const classification = {
  type: ByValue.nullish(),
  collection_id: text,
  tags: z.array(ByValue).nullish(),
  sales_channels: z.array(ById).nullish(),
  categories: z.array(ById).nullish(),
}
const pictures = { images: z.array(z.string()).nullish(), thumbnail: text }

export const newProduct = {
  title: requiredText,
  ...description,
  is_giftcard: z.boolean().optional(),
  discountable: z.boolean().optional(),
  ...pictures,
  handle: text,
  status,
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
  ...pictures,
  handle: text,
  status,
  ...classification,
  variants: z.array(z.strictObject({ id: text, ...variantChanges })).nullish(),
  hs_code: text,
  ...physical,
}
