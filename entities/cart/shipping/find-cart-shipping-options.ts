import type { EntityManager } from '@mikro-orm/postgresql'
import type { RerunnableFulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { meetsRequirements } from '#entities/market/shipping/requirements.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { computeRequirementAmount, priceShippingOption, withoutReturnedLines } from './choose-shipping.ts'
import { readCustomShippingPrices } from './custom-shipping.ts'

/** If the cart has custom shipping prices, only options with such a price are returned. */
export async function findCartShippingOptions(
  em: EntityManager,
  providers: RerunnableFulfillmentProviders,
  cart: CartSnapshot,
): Promise<{ option: ShippingOption; amount: number }[]> {
  const profiles = new Set(withoutReturnedLines(cart).items.flatMap((item) => item.variant?.product.profile_id ?? []))
  if (profiles.size === 0) return []
  const customPrices = await readCustomShippingPrices(em, cart)
  const optionFilter = customPrices.size > 0 ? { id: { $in: [...customPrices.keys()] } } : { admin_only: false }
  const options = await em.find(
    ShippingOption,
    { region_id: cart.region_id, profile_id: { $in: [...profiles] }, is_return: false, ...optionFilter },
    { populate: ['requirements', 'profile'], orderBy: { created_at: 'asc', id: 'asc' } },
  )
  const usableOptions = options.filter((option) =>
    meetsRequirements(computeRequirementAmount(option, cart), option.requirements.getItems()),
  )
  return Promise.all(
    usableOptions.map(async (option) => ({
      option,
      amount: customPrices.get(option.id) ?? (await priceShippingOption(providers, option, { cart, data: {} })),
    })),
  )
}
