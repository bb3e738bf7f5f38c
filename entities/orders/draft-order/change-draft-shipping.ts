import type { EntityManager } from '@mikro-orm/postgresql'
import { trackCart } from '#entities/cart/cart/lock-cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { type FulfillmentProviders, setCartShippingMethods } from '#entities/cart/shipping/choose-shipping.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import type { FulfillmentData } from '#entities/market/shipping/fulfillment-port.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'

export interface DraftShippingInput {
  option_id: string
  data?: FulfillmentData | null | undefined
  /** Minor units; what the option costs where it is not named. */
  price?: number | null | undefined
}

/**
 * Ships the cart of a draft, which is stored, by these options, also by those that customers are not offered; of several
 * of one shipping profile by the last.
 * @throws NotFound. NotAllowed for an option that is for returns. As `shipBy`.
 */
export async function changeDraftShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart_id: string,
  wanted: readonly DraftShippingInput[],
): Promise<void> {
  const ids = wanted.map(({ option_id }) => option_id)
  const options = await em.find(ShippingOption, { id: { $in: ids } }, { populate: ['requirements'] })
  const chosen = wanted.map(({ option_id, data, price }) => {
    const option = options.find(({ id }) => id === option_id)
    if (!option) throw new NotFound(`Shipping Option with ${option_id} was not found`)
    if (option.is_return) throw new NotAllowed('The shipping option can only be used for returns')
    return { option, data: data ?? {}, price }
  })
  const lastOfProfile = new Map(chosen.map((one) => [one.option.profile_id, one]))
  const cart = trackCart(em, await readCart(em, cart_id))
  await setCartShippingMethods(em, providers, cart, [...lastOfProfile.values()])
}
