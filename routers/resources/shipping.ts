import { z } from 'zod'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ShippingOptionRequirement } from '#entities/market/shipping/shipping-option-requirement.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { columnsOf } from '../inputs/columns.ts'
import { shownTranslations } from '../inputs/translations.ts'
import { defineResource, type Resource, type RowOf, toMany, toOne } from '../reading/define-resource.ts'
import { ProductResource } from './product.ts'
import { FulfillmentProviderResource, RegionResource } from './region.ts'

const profile = defineResource({
  name: 'ShippingProfile',
  entity: ShippingProfile,
  columns: columnsOf(ShippingProfile),
  relations: () => ({ products: toMany(ProductResource), shipping_options: toMany(ShippingOptionResource) }),
})
export interface ShippingProfileView extends RowOf<typeof profile> {}
export const ShippingProfileResource: Resource<ShippingProfileView> = profile

const ShippingOptionRequirementResource = defineResource({
  name: 'ShippingOptionRequirement',
  entity: ShippingOptionRequirement,
  columns: columnsOf(ShippingOptionRequirement),
})

const optionRelations = () => ({
  region: toOne(RegionResource),
  profile: toOne(ShippingProfileResource),
  provider: toOne(FulfillmentProviderResource),
  requirements: toMany(ShippingOptionRequirementResource),
})

const option = defineResource({
  name: 'ShippingOption',
  entity: ShippingOption,
  fields: 'shipping_option',
  columns: columnsOf(ShippingOption),
  occasional: shownTranslations,
  relations: optionRelations,
})
export interface ShippingOptionView extends RowOf<typeof option> {}
export const ShippingOptionResource: Resource<ShippingOptionView> = option

/** Shipping option with its price, which includes tax. */
export const PricedShippingOptionResource = defineResource({
  name: 'PricedShippingOption',
  entity: ShippingOption,
  fields: 'shipping_option',
  columns: columnsOf(ShippingOption),
  occasional: shownTranslations,
  added: {
    price_incl_tax: z.int(),
    tax_rates: z.array(z.object({ rate: z.number(), name: z.string(), code: z.string().nullable() })),
    tax_amount: z.int(),
  },
  relations: optionRelations,
})
