import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, flag, id, metadata, oneOf, softDelete, timestamps, translated } from '#entities/base.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { Changes } from '#entities/values/apply-changes.ts'
import { Region } from '../region/region.ts'
import type { FulfillmentProvider as ProviderPort } from './fulfillment-port.ts'
import { FulfillmentProvider } from './fulfillment-provider.ts'
import { ShippingOptionRequirement } from './shipping-option-requirement.ts'
import { resolveStoredAmount, type ShippingPrice } from './shipping-price.ts'
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
    name: translated(p.text()),
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

export interface ShippingUse {
  region_id: string | null
  is_return: boolean
  /** True if a customer chooses the option. Then options for administrators are not allowed. */
  isByCustomer?: boolean | undefined
}

export class ShippingOption extends ShippingOptionSchema.class {
  /** @throws InvalidData for another region or `is_return`. NotAllowed if customers cannot use the option. */
  assertUsable({ region_id, is_return, isByCustomer }: ShippingUse): void {
    if (this.is_return !== is_return)
      throw this.is_return
        ? new InvalidData('The shipping option can only be used for returns').because({ name: 'option_for_returns' })
        : new InvalidData('The shipping option cannot be used for returns').because({ name: 'option_not_for_returns' })
    if (isByCustomer && this.admin_only)
      throw new NotAllowed('The shipping option is not available to customers').because({
        name: 'option_for_administrators',
      })
    if (this.region_id !== region_id)
      throw new InvalidData("The shipping option is not available in the order's region").because({
        name: 'option_outside_region',
      })
  }

  /** Keeps the stored type if `price_type` is null or undefined, and the stored amount if `amount` is undefined. */
  async changePrice(provider: ProviderPort | undefined, { price_type, amount }: Changes<ShippingPrice>): Promise<void> {
    const price = {
      price_type: price_type ?? this.price_type,
      amount: amount === undefined ? this.amount : amount,
    }
    this.amount = await resolveStoredAmount(provider, price, this.data)
    this.price_type = price.price_type
  }
}
ShippingOptionSchema.setClass(ShippingOption)
