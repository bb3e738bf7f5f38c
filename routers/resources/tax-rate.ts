import { z } from 'zod'
import { TaxRate } from '#entities/market/tax/tax-rate.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toMany, toOne } from '../reading/define-resource.ts'
import { ProductResource, ProductTypeResource } from './product.ts'
import { RegionResource } from './region.ts'
import { ShippingOptionResource } from './shipping.ts'

const columns = columnsOf(TaxRate)

export const TAX_RATE_COLUMNS = Object.keys(columns)

export const AppliedTaxRateResource = defineResource({
  name: 'AppliedTaxRate',
  entity: TaxRate,
  columns,
  added: {
    product_count: z.int().optional(),
    product_type_count: z.int().optional(),
    shipping_option_count: z.int().optional(),
  },
  relations: () => ({
    region: toOne(RegionResource),
    products: toMany(ProductResource),
    product_types: toMany(ProductTypeResource),
    shipping_options: toMany(ShippingOptionResource),
  }),
})
