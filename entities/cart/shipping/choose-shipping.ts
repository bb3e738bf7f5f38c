import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { fromJson } from '#database/json-row.ts'
import { jsonListSql } from '#database/json-sql.ts'
import { insertRow, type Row } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import type {
  FulfillmentData,
  FulfillmentProvider,
  FulfillmentProviders,
} from '#entities/market/shipping/fulfillment-port.ts'
import { meetsRequirements, type Requirement } from '#entities/market/shipping/requirements.ts'
import type { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ratesOfOption } from '#entities/market/tax/linked-rates.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import { lockAndReadOpenCart } from '../cart/lock-cart.ts'
import type { CartSnapshot, ShippingMethodSnapshot } from '../cart/read-cart.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { readCustomShippingPrices } from './custom-shipping.ts'
import { requestShippingPrice } from './request-shipping-price.ts'
import { ShippingMethod } from './shipping-method.ts'

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
): Promise<CartSnapshot> {
  const [cart, [found]] = await lockAndReadOpenCart(em, id, optionById.with(option_id))
  if (!found) throw new NotFound(`Shipping Option with ${option_id} was not found`)
  const option = fromJson<OfferedOption>(found.option)
  const named = await readCustomShippingPrices(em, cart)
  if (named.size > 0 && !named.has(option_id)) throw new InvalidData('Wrong shipping option')
  if ((option.admin_only && named.size === 0) || option.is_return)
    throw new NotAllowed('The shipping option is not available to customers')
  const { kept, added } = await setCartShippingMethods(em, providers, cart, [
    { option, data, price: named.get(option_id) },
  ])
  const { requirements: _, ...shipping_option } = option
  const linked_rates = ratesOfOption(cart.region, option.id)
  const made = added.map((method) => ({ ...method, shipping_option, linked_rates, tax_lines: [] }))
  cart.shipping_methods = [...kept, ...(made as object[] as ShippingMethodSnapshot[])]
  return cart
}

type OptionSnapshot = Pick<
  ShippingOption,
  'id' | 'region_id' | 'profile_id' | 'provider_id' | 'price_type' | 'amount' | 'includes_tax' | 'data'
> & { requirements: Iterable<Requirement> }

type OfferedOption = OptionSnapshot & Pick<ShippingOption, 'admin_only' | 'is_return'>

export interface ShippingChoice {
  option: OptionSnapshot
  data: FulfillmentData
  /** Minor units, where the shop names the price itself. */
  price?: number | null | undefined
}

/**
 * Ships the cart, which is held, by these options, instead of others of the same shipping profiles.
 * @throws InvalidData where an option is of another region. NotAllowed where its requirements are not met.
 */
export async function setCartShippingMethods(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart: CartSnapshot,
  chosen: readonly ShippingChoice[],
): Promise<{ kept: ShippingMethodSnapshot[]; added: Row<ShippingMethod>[] }> {
  const methods = await Promise.all(chosen.map((one) => methodOf(providers, cart, one)))
  const profiles = new Set(chosen.map(({ option }) => option.profile_id))
  const isReplaced = (method: ShippingMethodSnapshot) => profiles.has(method.shipping_option.profile_id)
  const replaced = cart.shipping_methods.filter(isReplaced)
  if (replaced.length > 0) await defer(em, dropMethods.with(replaced.map((method) => method.id)))
  markShipped(cart, new Set([...profilesOf(cart), ...profiles]))
  return {
    kept: cart.shipping_methods.filter((method) => !isReplaced(method)),
    added: methods.map((method) => insertRow(em, ShippingMethod, method)),
  }
}

async function methodOf(
  providers: FulfillmentProviders,
  cart: CartSnapshot,
  { option, data, price }: ShippingChoice,
): Promise<RequiredEntityData<ShippingMethod>> {
  if (option.region_id !== cart.region_id) {
    throw new InvalidData("The shipping option is not available in the cart's region")
  }
  if (!meetsRequirements(computeRequirementAmount(option, cart), [...option.requirements])) {
    throw new NotAllowed("The Cart does not satisfy the shipping option's requirements")
  }
  const validated = await findFulfillmentProvider(providers, option).validateMethod(option.data, data)
  return {
    cart_id: cart.id,
    shipping_option_id: option.id,
    price: price ?? (await priceShippingOption(providers, option, { cart, data: validated })),
    data: validated,
    includes_tax: option.includes_tax,
  }
}

/** What the requirements of an option are about: the goods without discounts, with their tax for a gross option. */
export function computeRequirementAmount(option: { includes_tax: boolean }, cart: CartSnapshot): number {
  const { subtotal, item_tax_total } = priceCart(withoutReturnedLines(cart)).totals
  return option.includes_tax ? subtotal + item_tax_total : subtotal
}

/** The cart without what comes back. */
export const withoutReturnedLines = (cart: CartSnapshot): CartSnapshot =>
  cart.type === 'swap' ? { ...cart, items: cart.items.filter((item) => !item.is_return) } : cart

/** What an option costs this cart, in minor units. */
export async function priceShippingOption(
  providers: FulfillmentProviders,
  option: Pick<ShippingOption, 'price_type' | 'amount' | 'data' | 'provider_id'>,
  { cart, data }: { cart: CartSnapshot; data: FulfillmentData },
): Promise<number> {
  if (option.price_type === 'flat_rate') return option.amount ?? 0
  const { subtotal } = priceCart(withoutReturnedLines(cart)).totals
  return requestShippingPrice(findFulfillmentProvider(providers, option), {
    option: option.data,
    data,
    cart: { id: cart.id, subtotal },
  })
}

const profilesOf = (cart: CartSnapshot) => cart.shipping_methods.map((method) => method.shipping_option.profile_id)

/** How long any answer of a fulfillment provider may take that does not say so itself, in milliseconds. */
const DEFAULT_PROVIDER_TIMEOUT = 10_000

/** @throws InvalidData where the provider of the option is not installed. */
export function findFulfillmentProvider(
  providers: FulfillmentProviders,
  { provider_id }: { provider_id: string },
): FulfillmentProvider {
  const provider = providers.get(provider_id)
  if (!provider) throw new InvalidData(`The fulfillment provider ${provider_id} is not installed`)
  return addProviderTimeouts(provider, provider.remote ?? { patience: DEFAULT_PROVIDER_TIMEOUT })
}

/** A line has shipping when one of the chosen methods is for the profile of its product. */
function markShipped(cart: CartSnapshot, profiles: ReadonlySet<string>): void {
  for (const item of cart.items)
    if (item.variant && profiles.has(item.variant.product.profile_id)) item.has_shipping = true
}

const dropMethods = statement('delete from shipping_method where id = any($1::text[])')
const optionById = statement<{ option: unknown }>(`
  select to_json(shown) as option from (
    select o.*, ${jsonListSql(`
      select type, amount from shipping_option_requirement
      where shipping_option_id = o.id and deleted_at is null`)} as requirements
    from shipping_option o where o.id = $1 and o.deleted_at is null
  ) shown`)
