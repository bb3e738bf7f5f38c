import type { EntityManager } from '@mikro-orm/postgresql'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { meetsRequirements } from '#entities/market/shipping/requirements.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { computeRequirementAmount, priceShippingOption, withoutReturnedLines } from './choose-shipping.ts'
import { readCustomShippingPrices } from './custom-shipping.ts'

/**
 * The options a customer may ship a cart by: of its region, for the shipping profiles in it, with their requirements
 * met. None for an empty cart. In the order in which the shop made them. A calculated price is shown as the amount. Where the shop has named options
 * for the cart there are no others, and their prices are those it named.
 */
export async function findCartShippingOptions(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart: CartSnapshot,
): Promise<{ option: ShippingOption; amount: number }[]> {
  const profiles = new Set(withoutReturnedLines(cart).items.flatMap((item) => item.variant?.product.profile_id ?? []))
  if (profiles.size === 0) return []
  const named = await readCustomShippingPrices(em, cart)
  const wanted = named.size > 0 ? { id: { $in: [...named.keys()] } } : { admin_only: false }
  const offered = await em.find(
    ShippingOption,
    { region_id: cart.region_id, profile_id: { $in: [...profiles] }, is_return: false, ...wanted },
    { populate: ['requirements', 'profile'], orderBy: { created_at: 'asc', id: 'asc' } },
  )
  const usable = offered.filter((option) =>
    meetsRequirements(computeRequirementAmount(option, cart), option.requirements.getItems()),
  )
  return Promise.all(
    usable.map(async (option) => ({
      option,
      amount: named.get(option.id) ?? (await priceShippingOption(providers, option, { cart, data: {} })),
    })),
  )
}
