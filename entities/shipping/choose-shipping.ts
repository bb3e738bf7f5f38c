import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { bounded } from '../bounded.ts'
import { lockAndReadOpenCart } from '../cart/lock-cart.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { CartFacts, ShippingMethodFacts } from '../cart/read-cart.ts'
import { InvalidData, NotAllowed, NotFound } from '../errors.ts'
import { fromJson } from '../json-row.ts'
import { list } from '../json-sql.ts'
import { add } from '../rows.ts'
import { later, statement } from '../statement.ts'
import { namedPrices } from '../swap/custom-shipping.ts'
import { ratesOfOption } from '../tax/linked-rates.ts'
import { calculatedPrice } from './calculated-price.ts'
import type { FulfillmentData, FulfillmentProvider } from './fulfillment.ts'
import { meetsRequirements, type Requirement } from './requirements.ts'
import { ShippingMethod } from './shipping-method.ts'
import type { ShippingOption } from './shipping-option.ts'

export type FulfillmentProviders = ReadonlyMap<string, FulfillmentProvider>

/**
 * Ships an open cart by this option from now on, instead of any other of the same shipping profile. Answers the
 * cart as it is then.
 * @throws as `lockOpenCart`. NotFound. NotAllowed where the option is not for customers, InvalidData where it is none of those
 * that the shop has named for the cart. As `shipBy`.
 */
export async function chooseShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  { id, option_id, data }: { id: string; option_id: string; data: FulfillmentData },
): Promise<CartFacts> {
  const [cart, [found]] = await lockAndReadOpenCart(em, id, optionById.with(option_id))
  if (!found) throw new NotFound(`Shipping Option with ${option_id} was not found`)
  const option = fromJson<OfferedOption>(found.option)
  const named = await namedPrices(em, cart)
  if (named.size > 0 && !named.has(option_id)) throw new InvalidData('Wrong shipping option')
  if ((option.admin_only && named.size === 0) || option.is_return)
    throw new NotAllowed('The shipping option is not available to customers')
  const { kept, added } = await shipBy(em, providers, cart, [{ option, data, price: named.get(option_id) }])
  const { requirements: _, ...shipping_option } = option
  const linked_rates = ratesOfOption(cart.region, option.id)
  const made = added.map((method) => ({ ...method, shipping_option, linked_rates, tax_lines: [] }))
  cart.shipping_methods = [...kept, ...(made as object[] as ShippingMethodFacts[])]
  return cart
}

type OptionFacts = Pick<
  ShippingOption,
  'id' | 'region_id' | 'profile_id' | 'provider_id' | 'price_type' | 'amount' | 'includes_tax' | 'data'
> & { requirements: Iterable<Requirement> }

type OfferedOption = OptionFacts & Pick<ShippingOption, 'admin_only' | 'is_return'>

export interface ChosenShipping {
  option: OptionFacts
  data: FulfillmentData
  /** Minor units, where the shop names the price itself. */
  price?: number | null | undefined
}

/**
 * Ships the cart, which is held, by these options, instead of others of the same shipping profiles.
 * @throws InvalidData where an option is of another region. NotAllowed where its requirements are not met.
 */
export async function shipBy(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart: CartFacts,
  chosen: readonly ChosenShipping[],
): Promise<{ kept: ShippingMethodFacts[]; added: ShippingMethod[] }> {
  const methods = await Promise.all(chosen.map((one) => methodOf(providers, cart, one)))
  const profiles = new Set(chosen.map(({ option }) => option.profile_id))
  const isReplaced = (method: ShippingMethodFacts) => profiles.has(method.shipping_option.profile_id)
  const replaced = cart.shipping_methods.filter(isReplaced)
  if (replaced.length > 0) await later(em, dropMethods.with(replaced.map((method) => method.id)))
  markShipped(cart, new Set([...profilesOf(cart), ...profiles]))
  return {
    kept: cart.shipping_methods.filter((method) => !isReplaced(method)),
    added: methods.map((method) => add(em, ShippingMethod, method)),
  }
}

async function methodOf(
  providers: FulfillmentProviders,
  cart: CartFacts,
  { option, data, price }: ChosenShipping,
): Promise<RequiredEntityData<ShippingMethod>> {
  if (option.region_id !== cart.region_id) {
    throw new InvalidData("The shipping option is not available in the cart's region")
  }
  if (!meetsRequirements(amountFor(option, cart), [...option.requirements])) {
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
  const { subtotal, item_tax_total } = priceCart(sentOf(cart)).totals
  return option.includes_tax ? subtotal + item_tax_total : subtotal
}

/** The cart without what comes back. */
export const sentOf = (cart: CartFacts): CartFacts =>
  cart.type === 'swap' ? { ...cart, items: cart.items.filter((item) => !item.is_return) } : cart

/** What an option costs this cart, in minor units. */
export async function priceOfOption(
  providers: FulfillmentProviders,
  option: Pick<ShippingOption, 'price_type' | 'amount' | 'data' | 'provider_id'>,
  { cart, data }: { cart: CartFacts; data: FulfillmentData },
): Promise<number> {
  if (option.price_type === 'flat_rate') return option.amount ?? 0
  const { subtotal } = priceCart(sentOf(cart)).totals
  return calculatedPrice(providerOf(providers, option), {
    option: option.data,
    data,
    cart: { id: cart.id, subtotal },
  })
}

const profilesOf = (cart: CartFacts) => cart.shipping_methods.map((method) => method.shipping_option.profile_id)

/** How long any answer of a fulfillment provider may take that does not say so itself, in milliseconds. */
const PATIENCE = 10_000

/** @throws InvalidData where the provider of the option is not installed. */
export function providerOf(
  providers: FulfillmentProviders,
  { provider_id }: { provider_id: string },
): FulfillmentProvider {
  const provider = providers.get(provider_id)
  if (!provider) throw new InvalidData(`The fulfillment provider ${provider_id} is not installed`)
  return bounded(provider, provider.remote ?? { patience: PATIENCE })
}

/** A line has shipping when one of the chosen methods is for the profile of its product. */
function markShipped(cart: CartFacts, profiles: ReadonlySet<string>): void {
  for (const item of cart.items)
    if (item.variant && profiles.has(item.variant.product.profile_id)) item.has_shipping = true
}

const dropMethods = statement('delete from shipping_method where id = any($1::text[])')
const optionById = statement<{ option: unknown }>(`
  select to_json(shown) as option from (
    select o.*, ${list(`
      select type, amount from shipping_option_requirement
      where shipping_option_id = o.id and deleted_at is null`)} as requirements
    from shipping_option o where o.id = $1 and o.deleted_at is null
  ) shown`)
