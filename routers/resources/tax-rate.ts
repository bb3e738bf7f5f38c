import { z } from 'zod'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
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
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
  get products(): ToMany<ProductView> {
    return toMany(ProductResource)
  },
  get product_types(): ToMany<ProductTypeView> {
    return toMany(ProductTypeResource)
  },
  get shipping_options(): ToMany<ShippingOptionView> {
    return toMany(ShippingOptionResource)
  },
})
export interface AppliedTaxRateView extends z.output<typeof AppliedTaxRateResource> {}
