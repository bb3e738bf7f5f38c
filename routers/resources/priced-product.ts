import { z } from 'zod'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { columnsOf } from '../inputs/columns.ts'
import { shownTranslations } from '../inputs/translations.ts'
import { defineResource, toMany } from '../reading/define-resource.ts'
import { productRelations, variantRelations, variantStock } from './product.ts'

const VariantTaxRate = z.object({
  ...z.object(columnsOf(TaxRate)).partial().shape,
  rate: z.number(),
  name: z.string(),
  code: z.string().nullable(),
})

/** Prices of a variant in the market of the request. `fillPrices` sets these columns. */
export const priceColumns = {
  original_price: z.int().nullable(),
  calculated_price: z.int().nullable(),
  calculated_price_type: z.enum(['default', 'sale', 'override']).nullable(),
  original_price_includes_tax: z.boolean().nullable(),
  calculated_price_includes_tax: z.boolean().nullable(),
  original_price_incl_tax: z.int().nullable(),
  calculated_price_incl_tax: z.int().nullable(),
  original_tax: z.int().nullable(),
  calculated_tax: z.int().nullable(),
  tax_rates: z.array(VariantTaxRate).nullable(),
}

export const PRICE_COLUMNS = Object.keys(priceColumns)

export const PricedVariantResource = defineResource({
  name: 'PricedVariant',
  entity: ProductVariant,
  fields: 'variant',
  columns: columnsOf(ProductVariant, { omit: ['taken_quantity'] }),
  added: priceColumns,
  occasional: { ...variantStock, ...shownTranslations },
  relations: variantRelations,
})

export const PricedProductResource = defineResource({
  name: 'PricedProduct',
  entity: Product,
  fields: 'product',
  columns: columnsOf(Product),
  occasional: shownTranslations,
  relations: () => ({ ...productRelations(), variants: toMany(PricedVariantResource) }),
})
