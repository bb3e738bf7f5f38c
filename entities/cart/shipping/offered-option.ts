import { type DomainError, InvalidData, NotAllowed } from '#entities/errors.ts'
import type { ShippingOptionSnapshot } from '#entities/market/settings/settings.ts'
import { meetsRequirements, type Requirement } from '#entities/market/shipping/requirements.ts'
import type { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { sum } from '#entities/values/money.ts'
import type { CartLineSnapshot, CartSnapshot } from '../cart/read-cart.ts'
import { type Pricing, priceCart } from '../pricing/price-cart.ts'
import type { CustomShippingPrices } from './custom-shipping.ts'

export type UsableOption = Pick<ShippingOption, 'id' | 'region_id' | 'profile_id' | 'includes_tax'> & {
  requirements: Iterable<Requirement>
}

export type OfferedOption = UsableOption & Pick<ShippingOption, 'admin_only' | 'is_return'>

/** The cart that gets the offer, and the shop that prices the cart. */
export interface OfferedCart {
  cart: CartSnapshot
  shop: Pricing
}

/** Returns the reason why a customer cannot choose the option for the cart. The list and the choice use this rule. */
export function findOfferRefusal(
  { customPrices, ...offered }: OfferedCart & { customPrices: CustomShippingPrices },
  option: OfferedOption,
): DomainError | undefined {
  if (customPrices.size > 0 && !customPrices.has(option.id))
    return new InvalidData('Wrong shipping option').because({ name: 'option_not_offered' })
  if ((option.admin_only && customPrices.size === 0) || option.is_return)
    return new NotAllowed('The shipping option is not available to customers').because({
      name: 'option_for_administrators',
    })
  const refusal = findUseRefusal(offered, option)
  if (refusal || shippingProfilesOf(offered.cart).has(option.profile_id)) return refusal
  return new InvalidData('The shipping option is not offered for the products of the cart').because({
    name: 'option_not_offered',
  })
}

/** Returns the reason why neither customers nor administrators can use the option for the cart. */
export function findUseRefusal(offered: OfferedCart, option: UsableOption): DomainError | undefined {
  if (option.region_id !== offered.cart.region_id)
    return new InvalidData("The shipping option is not available in the cart's region").because({
      name: 'option_outside_region',
    })
  const requirements = [...option.requirements]
  if (requirements.length === 0 || meetsRequirements(computeRequirementAmount(option, offered), requirements))
    return undefined
  return new NotAllowed("The Cart does not satisfy the shipping option's requirements").because({
    name: 'option_requirements',
  })
}

/** Whether customers can still use the option of a shipping method. The cart or the option can change after the choice. */
export const isStillOffered = (offered: OfferedCart, option: ShippingOptionSnapshot): boolean =>
  option.deleted_at === null &&
  !option.admin_only &&
  !option.is_return &&
  !findUseRefusal(offered, { ...option, requirements: option.limits })

/** Returns the subtotal before discounts, with tax if the price of the option includes tax. */
function computeRequirementAmount(option: { includes_tax: boolean }, { cart, shop }: OfferedCart): number {
  const { subtotal, lines } = priceCart({ ...cart, items: sentLinesOf(cart) }, shop).totals
  return option.includes_tax ? sum(lines.map(({ original_total }) => original_total)) : subtotal
}

/** The returned items of a swap are credits, so shipping options and requirements ignore them. */
export const sentLinesOf = ({ items }: CartSnapshot): CartLineSnapshot[] => items.filter((item) => !item.is_return)

export const shippingProfilesOf = (cart: CartSnapshot): Set<string> =>
  new Set(sentLinesOf(cart).flatMap(({ variant }) => variant?.product.profile_id ?? []))
