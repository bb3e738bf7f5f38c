import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { shopOf } from '#entities/shop.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { priceShippingOption } from './choose-shipping.ts'
import { readCustomShippingPrices } from './custom-shipping.ts'
import { findOfferRefusal, shippingProfilesOf } from './offered-option.ts'

/** If the cart has custom shipping prices, only options with such a price are returned. */
export async function findCartShippingOptions(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart: CartSnapshot,
): Promise<{ option: Row<ShippingOption>; amount: number }[]> {
  const profiles = shippingProfilesOf(cart)
  if (profiles.size === 0) return []
  const customPrices = await readCustomShippingPrices(em, cart)
  const options = await em.find(
    ShippingOption,
    { region_id: cart.region_id, profile_id: { $in: [...profiles] }, is_return: false },
    { populate: ['requirements', 'profile'], orderBy: { created_at: 'asc', id: 'asc' } },
  )
  const offered = { cart, shop: shopOf(em) }
  const usableOptions = options.filter((option) => !findOfferRefusal({ ...offered, customPrices }, option))
  return Promise.all(
    usableOptions.map(async (option) => ({
      option,
      amount: customPrices.get(option.id) ?? (await priceShippingOption(providers, option, { ...offered, data: {} })),
    })),
  )
}
