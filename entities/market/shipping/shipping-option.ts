import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, flag, id, metadata, oneOf, softDelete, timestamps } from '#entities/base.ts'
import { Region } from '../region/region.ts'
import { FulfillmentProvider } from './fulfillment-provider.ts'
import { ShippingOptionRequirement } from './shipping-option-requirement.ts'
import { ShippingProfile } from './shipping-profile.ts'

const SHIPPING_PRICE_TYPES = ['flat_rate', 'calculated'] as const
export type ShippingPriceType = (typeof SHIPPING_PRICE_TYPES)[number]

const ShippingOptionSchema = defineEntity({
  name: 'ShippingOption',
  tableName: 'shipping_option',
  properties: {
    id: id('so'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    name: p.text(),
    region_id: p.text().index(),
    profile_id: p.text().index(),
    provider_id: p.text(),
    price_type: oneOf(SHIPPING_PRICE_TYPES),
    /** Null if the provider calculates the price. */
    amount: amount().nullable(),
    is_return: flag(false),
    admin_only: flag(false),
    includes_tax: flag(false),
    data: p.json<Record<string, unknown>>(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
    profile: () => p.manyToOne(ShippingProfile).joinColumn('profile_id').persist(false).nullable(),
    provider: () => p.manyToOne(FulfillmentProvider).joinColumn('provider_id').persist(false).nullable(),
    requirements: () => p.oneToMany(ShippingOptionRequirement).mappedBy('shipping_option').orderBy({ id: 'asc' }),
  },
  filters: alive,
})

export class ShippingOption extends ShippingOptionSchema.class {}
ShippingOptionSchema.setClass(ShippingOption)
