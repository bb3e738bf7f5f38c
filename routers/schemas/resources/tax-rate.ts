import { z } from 'zod'
import { type Many, many, type One, one, resource } from '../resource.ts'
import { ProductResource, ProductTypeResource, type ProductTypeView, type ProductView } from './product.ts'
import { RegionResource, type RegionView, taxRateColumns } from './region.ts'
import { ShippingOptionResource, type ShippingOptionView } from './shipping.ts'

/** How much a rate applies to; `fill-counts.ts` fills in what was asked for. */
const counts = {
  product_count: z.int().optional(),
  product_type_count: z.int().optional(),
  shipping_option_count: z.int().optional(),
}

/** What is shown of a rate where the caller names nothing. */
export const TAX_RATE_COLUMNS = Object.keys(taxRateColumns)

const columns = { ...taxRateColumns, ...counts }

/** A tax rate and what it applies to. Apart from the one that a region shows: TypeScript loses itself in the circle. */
export const AppliedTaxRateResource = resource('AppliedTaxRate', columns, {
  get region(): One<RegionView> {
    return one(RegionResource)
  },
  get products(): Many<ProductView> {
    return many(ProductResource)
  },
  get product_types(): Many<ProductTypeView> {
    return many(ProductTypeResource)
  },
  get shipping_options(): Many<ShippingOptionView> {
    return many(ShippingOptionResource)
  },
})
export interface AppliedTaxRateView extends z.output<typeof AppliedTaxRateResource> {}
