import type { EntityManager } from '@mikro-orm/postgresql'
import { removeShipping, trackCart } from '#entities/cart/cart/open-cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { setCartShippingMethods } from '#entities/cart/shipping/choose-shipping.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import type { FulfillmentData, FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'

export interface DraftShippingInput {
  option_id: string
  data?: FulfillmentData | null | undefined
  /** Minor units. Default: the price of the option. */
  price?: number | null | undefined
}

/** Replaces the shipping. If several options have the same shipping profile, the last one is used. Options for administrators are allowed. */
export async function changeDraftShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart_id: string,
  inputs: readonly DraftShippingInput[],
): Promise<void> {
  const ids = inputs.map(({ option_id }) => option_id)
  const options = await em.find(ShippingOption, { id: { $in: ids } }, { populate: ['requirements'] })
  const methods = inputs.map(({ option_id, data, price }) => {
    const option = options.find(({ id }) => id === option_id)
    if (!option) throw new NotFound(`Shipping Option with ${option_id} was not found`)
    if (option.is_return)
      throw new NotAllowed('The shipping option can only be used for returns').because({ name: 'option_for_returns' })
    return { option, data: data ?? {}, price }
  })
  const lastOfProfile = new Map(methods.map((method) => [method.option.profile_id, method]))
  const cart = trackCart(em, await readCart(em, cart_id))
  if (cart.shipping_methods.length > 0) {
    await removeShipping(em, cart)
    for (const line of cart.items) line.has_shipping = line.variant_id === null
    await em.flush()
  }
  await setCartShippingMethods(em, providers, cart, [...lastOfProfile.values()])
}
