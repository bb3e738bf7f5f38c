import { z } from 'zod'
import { SHIPPING_PROFILE_TYPES } from '#entities/market/shipping/shipping-profile.ts'
import { metadata, softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToMany, type ToOne, toMany, toOne } from '../reading/resource.ts'
import { ProductResource, type ProductView } from './product.ts'
import { FulfillmentProviderResource, type FulfillmentProviderView, RegionResource, type RegionView } from './region.ts'

export const ShippingProfileResource = resource(
  'ShippingProfile',
  {
    id: z.string(),
    ...timestamps,
    ...softDelete,
    ...metadata,
    name: z.string(),
    type: z.enum(SHIPPING_PROFILE_TYPES),
  },
  {
    get products(): ToMany<ProductView> {
      return toMany(ProductResource)
    },
    get shipping_options(): ToMany<ShippingOptionView> {
      return toMany(ShippingOptionResource)
    },
  },
)

export const ShippingOptionRequirementResource = resource('ShippingOptionRequirement', {
  id: z.string(),
  ...softDelete,
  shipping_option_id: z.string(),
  type: z.enum(['min_subtotal', 'max_subtotal']),
  amount: z.int(),
})

const columns = {
  id: z.string(),
  ...timestamps,
  ...softDelete,
  ...metadata,
  name: z.string(),
  region_id: z.string(),
  profile_id: z.string(),
  provider_id: z.string(),
  price_type: z.enum(['flat_rate', 'calculated']),
  amount: z.int().nullable(),
  is_return: z.boolean(),
  admin_only: z.boolean(),
  includes_tax: z.boolean(),
  data: z.record(z.string(), z.unknown()),
}

const relations = {
  get region(): ToOne<RegionView> {
    return toOne(RegionResource)
  },
  get profile(): ToOne<ShippingProfileView> {
    return toOne(ShippingProfileResource)
  },
  get provider(): ToOne<FulfillmentProviderView> {
    return toOne(FulfillmentProviderResource)
  },
  get requirements(): ToMany<ShippingOptionRequirementView> {
    return toMany(ShippingOptionRequirementResource)
  },
}

export const ShippingOptionResource = resource('ShippingOption', columns, relations)

/** A shipping option and what it costs with tax. */
export const PricedShippingOptionResource = resource(
  'PricedShippingOption',
  {
    ...columns,
    price_incl_tax: z.int(),
    tax_rates: z.array(z.object({ rate: z.number(), name: z.string(), code: z.string().nullable() })),
    tax_amount: z.int(),
  },
  relations,
)
export interface ShippingProfileView extends z.output<typeof ShippingProfileResource> {}
export interface ShippingOptionRequirementView extends z.output<typeof ShippingOptionRequirementResource> {}
export interface ShippingOptionView extends z.output<typeof ShippingOptionResource> {}
export interface PricedShippingOptionView extends z.output<typeof PricedShippingOptionResource> {}
