import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, oneOf, softDelete, timestamps } from '#entities/base.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ShippingOption } from './shipping-option.ts'

export const SHIPPING_PROFILE_TYPES = ['default', 'custom', 'gift_card'] as const
export type ShippingProfileType = (typeof SHIPPING_PROFILE_TYPES)[number]

/** Products of one profile ship together. A cart needs one shipping method for each profile of its products. */
const ShippingProfileSchema = defineEntity({
  name: 'ShippingProfile',
  tableName: 'shipping_profile',
  properties: {
    id: id('sp'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    name: p.text(),
    type: oneOf(SHIPPING_PROFILE_TYPES),
    products: () => p.oneToMany(Product).mappedBy('profile').orderBy({ created_at: 'asc', id: 'asc' }),
    shipping_options: () => p.oneToMany(ShippingOption).mappedBy('profile').orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class ShippingProfile extends ShippingProfileSchema.class {}
ShippingProfileSchema.setClass(ShippingProfile)
