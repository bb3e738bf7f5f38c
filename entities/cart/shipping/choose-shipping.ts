import type { EntityManager, RequiredEntityData } from '@mikro-orm/postgresql'
import { fromJson } from '#database/json-rows.ts'
import { anyOf } from '#database/query.ts'
import { insertRow, type Row } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { REQUIREMENTS_SQL } from '#entities/market/settings/settings.ts'
import type {
  FulfillmentData,
  FulfillmentProvider,
  FulfillmentProviders,
} from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ratesOfOption } from '#entities/market/tax/linked-rates.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import { query } from '#entities/query.ts'
import { shopOf } from '#entities/shop.ts'
import { type ChangedCart, lockAndReadOpenCart } from '../cart/lock-cart.ts'
import type { CartSnapshot, ShippingMethodSnapshot } from '../cart/read-cart.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { readCustomShippingPrices } from './custom-shipping.ts'
import {
  findOfferRefusal,
  findUseRefusal,
  type OfferedCart,
  type OfferedOption,
  sentLinesOf,
  type UsableOption,
} from './offered-option.ts'
import { requestShippingPrice } from './request-shipping-price.ts'
import { ShippingMethod } from './shipping-method.ts'

/** @throws NotFound for an unknown option. NotAllowed if customers cannot use it. */
export async function chooseShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  { option_id, data, ...changed }: ChangedCart & { option_id: string; data: FulfillmentData },
): Promise<CartSnapshot> {
  const [cart, [row]] = await lockAndReadOpenCart(em, changed, selectOption.with(option_id))
  if (!row) throw new NotFound(`Shipping Option with ${option_id} was not found`)
  const option = fromJson<OptionSnapshot & OfferedOption>(row.option, { entity: ShippingOption })
  const customPrices = await readCustomShippingPrices(em, cart)
  const refusal = findOfferRefusal({ cart, shop: shopOf(em), customPrices }, option)
  if (refusal) throw refusal
  const { otherMethods, newMethods } = await setCartShippingMethods(em, providers, cart, [
    { option, data, price: customPrices.get(option_id) },
  ])
  const { requirements: limits, ...columns } = option
  const shipping_option = { ...columns, limits }
  const linked_rates = ratesOfOption(cart.region, option.id)
  const newSnapshots = newMethods.map((method) => ({ ...method, shipping_option, linked_rates, tax_lines: [] }))
  cart.shipping_methods = [...otherMethods, ...(newSnapshots as object[] as ShippingMethodSnapshot[])]
  return cart
}

type OptionSnapshot = UsableOption & Pick<ShippingOption, 'provider_id' | 'price_type' | 'amount' | 'data'>

export interface ShippingChoice {
  option: OptionSnapshot
  data: FulfillmentData
  price?: number | null | undefined
}

/** Replaces the shipping methods that have the shipping profiles of `choices`. */
export async function setCartShippingMethods(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart: CartSnapshot,
  choices: readonly ShippingChoice[],
): Promise<{ otherMethods: ShippingMethodSnapshot[]; newMethods: Row<ShippingMethod>[] }> {
  const methods = await Promise.all(choices.map((choice) => buildMethod(providers, { cart, shop: shopOf(em) }, choice)))
  const profiles = new Set(choices.map(({ option }) => option.profile_id))
  const isReplaced = (method: ShippingMethodSnapshot) => profiles.has(method.shipping_option.profile_id)
  const replacedMethods = cart.shipping_methods.filter(isReplaced)
  if (replacedMethods.length > 0) await defer(em, deleteMethods.with(replacedMethods.map((method) => method.id)))
  markLinesWithShipping(cart, new Set([...profilesOf(cart), ...profiles]))
  return {
    otherMethods: cart.shipping_methods.filter((method) => !isReplaced(method)),
    newMethods: methods.map((method) => insertRow(em, ShippingMethod, method)),
  }
}

async function buildMethod(
  providers: FulfillmentProviders,
  offered: OfferedCart,
  { option, data, price }: ShippingChoice,
): Promise<RequiredEntityData<ShippingMethod>> {
  const refusal = findUseRefusal(offered, option)
  if (refusal) throw refusal
  const validData = await findFulfillmentProvider(providers, option).validateMethod(option.data, data)
  return {
    cart_id: offered.cart.id,
    shipping_option_id: option.id,
    price: price ?? (await priceShippingOption(providers, option, { ...offered, data: validData })),
    data: validData,
    includes_tax: option.includes_tax,
  }
}

export async function priceShippingOption(
  providers: FulfillmentProviders,
  option: Pick<ShippingOption, 'price_type' | 'amount' | 'data' | 'provider_id'>,
  { cart, shop, data }: OfferedCart & { data: FulfillmentData },
): Promise<number> {
  if (option.price_type === 'flat_rate') return option.amount ?? 0
  const { subtotal } = priceCart({ ...cart, items: sentLinesOf(cart) }, shop).totals
  return requestShippingPrice(findFulfillmentProvider(providers, option), {
    option: option.data,
    data,
    cart: { id: cart.id, subtotal },
  })
}

const profilesOf = (cart: CartSnapshot) => cart.shipping_methods.map((method) => method.shipping_option.profile_id)

const DEFAULT_PROVIDER_TIMEOUT_MS = 10_000

export function findFulfillmentProvider(
  providers: FulfillmentProviders,
  { provider_id }: { provider_id: string },
): FulfillmentProvider {
  const provider = providers.get(provider_id)
  if (!provider)
    throw new InvalidData(`The fulfillment provider ${provider_id} is not installed`).because({
      name: 'provider_not_installed',
      provider: provider_id,
    })
  return addProviderTimeouts(provider, provider.remote ?? { timeoutMs: DEFAULT_PROVIDER_TIMEOUT_MS })
}

function markLinesWithShipping(cart: CartSnapshot, profiles: ReadonlySet<string>): void {
  for (const item of cart.items)
    if (item.variant && profiles.has(item.variant.product.profile_id)) item.has_shipping = true
}

const deleteMethods = query((db, ids: readonly string[]) =>
  db.deleteFrom('shipping_method').where('id', '=', anyOf(ids)),
)
const selectOption = statement<{ option: unknown }>(`
  select to_json(shown) as option from (
    select o.*, ${REQUIREMENTS_SQL} as requirements
    from shipping_option o where o.id = $1 and o.deleted_at is null
  ) shown`)
