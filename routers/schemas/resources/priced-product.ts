import { z } from 'zod'
import { type Many, many, type One, one, resource } from '../resource.ts'
import {
  MoneyAmountResource,
  type MoneyAmountView,
  ProductOptionValueResource,
  type ProductOptionValueView,
  ProductResource,
  ProductVariantResource,
  type ProductView,
} from './product.ts'

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
  tax_rates: z.array(z.object({ rate: z.number(), name: z.string(), code: z.string().nullable() })).nullable(),
}

export const PRICE_COLUMNS = Object.keys(priceColumns)

const variantRelations = { product: true, prices: true, options: true } as const

export const variantColumns = {
  ...ProductVariantResource.omit(variantRelations).shape,
  ...priceColumns,
}

export const PricedVariantResource = resource('PricedVariant', variantColumns, {
  get product(): One<ProductView> {
    return one(ProductResource)
  },
  get prices(): Many<MoneyAmountView> {
    return many(MoneyAmountResource)
  },
  get options(): Many<ProductOptionValueView> {
    return many(ProductOptionValueResource)
  },
})

export const PricedProductResource = resource('PricedProduct', ProductResource.omit({ variants: true }).shape, {
  get variants(): Many<PricedVariantView> {
    return many(PricedVariantResource)
  },
})
export interface PricedVariantView extends z.output<typeof PricedVariantResource> {}
export interface PricedProductView extends z.output<typeof PricedProductResource> {}
