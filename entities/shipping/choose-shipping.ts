import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { LineItem } from '../cart/line-item.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { CartFacts } from '../cart/read-cart.ts'
import { InvalidData, NotAllowed, NotFound } from '../errors.ts'
import type { FulfillmentData, FulfillmentProvider } from './fulfillment.ts'
import { meetsRequirements } from './requirements.ts'
import { ShippingMethod } from './shipping-method.ts'
import { ShippingOption } from './shipping-option.ts'

export type FulfillmentProviders = ReadonlyMap<string, FulfillmentProvider>

/**
 * Ships the cart by this option from now on, instead of any other of the same shipping profile (storefront §3.10).
 * @throws NotFound. NotAllowed where the option is not for customers. As `shipBy`.
 */
export async function chooseShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart: CartFacts,
  { option_id, data }: { option_id: string; data: FulfillmentData },
): Promise<void> {
  const option = await em.findOne(ShippingOption, { id: option_id }, { populate: ['requirements'] })
  if (!option) throw new NotFound(`Shipping Option with ${option_id} was not found`)
  if (option.admin_only || option.is_return) throw new NotAllowed('The shipping option is not available to customers')
  await shipBy(em, providers, cart, [{ option, data }])
}

export interface ChosenShipping {
  /** With its requirements. */
  option: ShippingOption
  data: FulfillmentData
  /** Minor units, where the shop names the price itself. */
  price?: number | null | undefined
}

/**
 * Ships the cart by these options, instead of others of the same shipping profiles.
 * @throws InvalidData where an option is of another region. NotAllowed where its requirements are not met.
 */
export async function shipBy(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart: CartFacts,
  chosen: readonly ChosenShipping[],
): Promise<void> {
  const methods = await Promise.all(chosen.map((one) => methodOf(providers, cart, one)))
  const profiles = new Set(chosen.map(({ option }) => option.profile_id))
  const replaced = cart.shipping_methods.filter((method) => profiles.has(method.shipping_option.profile_id))
  if (replaced.length > 0) await em.nativeDelete(ShippingMethod, { id: { $in: replaced.map((method) => method.id) } })
  for (const method of methods) em.create(ShippingMethod, method)
  await markShipped(em, cart, new Set([...profilesOf(cart), ...profiles]))
}

async function methodOf(
  providers: FulfillmentProviders,
  cart: CartFacts,
  { option, data, price }: ChosenShipping,
): Promise<RequiredEntityData<ShippingMethod>> {
  if (option.region_id !== cart.region_id) {
    throw new InvalidData("The shipping option is not available in the cart's region")
  }
  if (!meetsRequirements(amountFor(option, cart), option.requirements.getItems())) {
    throw new NotAllowed("The Cart does not satisfy the shipping option's requirements")
  }
  const validated = await providerOf(providers, option).validateMethod(option.data, data)
  return {
    cart_id: cart.id,
    shipping_option_id: option.id,
    price: price ?? (await priceOfOption(providers, option, { cart, data: validated })),
    data: validated,
    includes_tax: option.includes_tax,
  }
}

/** What the requirements of an option are about: the goods without discounts, with their tax for a gross option. */
export function amountFor(option: { includes_tax: boolean }, cart: CartFacts): number {
  const { subtotal, item_tax_total } = priceCart(cart).totals
  return option.includes_tax ? subtotal + item_tax_total : subtotal
}

/** What an option costs this cart, in minor units. */
export async function priceOfOption(
  providers: FulfillmentProviders,
  option: Pick<ShippingOption, 'price_type' | 'amount' | 'data' | 'provider_id'>,
  { cart, data }: { cart: CartFacts; data: FulfillmentData },
): Promise<number> {
  if (option.price_type === 'flat_rate') return option.amount ?? 0
  const { subtotal } = priceCart(cart).totals
  return providerOf(providers, option).calculatePrice(option.data, data, { id: cart.id, subtotal })
}

const profilesOf = (cart: CartFacts) => cart.shipping_methods.map((method) => method.shipping_option.profile_id)

/** @throws InvalidData where the provider of the option is not installed. */
export function providerOf(
  providers: FulfillmentProviders,
  { provider_id }: { provider_id: string },
): FulfillmentProvider {
  const provider = providers.get(provider_id)
  if (!provider) throw new InvalidData(`The fulfillment provider ${provider_id} is not installed`)
  return provider
}

/** A line has shipping when one of the chosen methods is for the profile of its product. */
async function markShipped(em: EntityManager, cart: CartFacts, profiles: ReadonlySet<string>): Promise<void> {
  const newly = cart.items.filter(
    (item) => !item.has_shipping && item.variant && profiles.has(item.variant.product.profile_id),
  )
  if (newly.length === 0) return
  await em.nativeUpdate(LineItem, { id: { $in: newly.map((item) => item.id) } }, { has_shipping: true })
}
