import { z } from 'zod'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import {
  MoneyAmountResource,
  type MoneyAmountView,
  ProductOptionValueResource,
  type ProductOptionValueView,
  ProductResource,
  ProductVariantResource,
  type ProductView,
} from './product.ts'
import { taxRateColumns } from './region.ts'

/** A rate linked to the product or its type has all columns; the rate of a region has no row. */
const VariantTaxRate = z.object({
  ...z.object(taxRateColumns).partial().shape,
  rate: z.number(),
  name: z.string(),
  code: z.string().nullable(),
})

/** What a variant costs where the request says that it is asked for; `prices-of.ts` fills it in after the row is read. */
const priceColumns = {
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

const variantRelations = { product: true, prices: true, options: true } as const

export const variantColumns = {
  ...ProductVariantResource.omit(variantRelations).shape,
  ...priceColumns,
}

export const PricedVariantResource = resource('PricedVariant', variantColumns, {
  get product(): ToOne<ProductView> {
    return toOne(ProductResource)
  },
  get prices(): ToMany<MoneyAmountView> {
    return toMany(MoneyAmountResource)
  },
  get options(): ToMany<ProductOptionValueView> {
    return toMany(ProductOptionValueResource)
  },
})

export const PricedProductResource = resource('PricedProduct', ProductResource.omit({ variants: true }).shape, {
  get variants(): ToMany<PricedVariantView> {
    return toMany(PricedVariantResource)
  },
})
export interface PricedVariantView extends z.output<typeof PricedVariantResource> {}
export interface PricedProductView extends z.output<typeof PricedProductResource> {}
