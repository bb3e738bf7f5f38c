import type { EntityManager } from '@mikro-orm/postgresql'
import { holdCart } from '../cart/lock-cart.ts'
import { readCart } from '../cart/read-cart.ts'
import { NotAllowed, NotFound } from '../errors.ts'
import { type FulfillmentProviders, shipBy } from '../shipping/choose-shipping.ts'
import type { FulfillmentData } from '../shipping/fulfillment.ts'
import { ShippingOption } from '../shipping/shipping-option.ts'

export interface WantedShipping {
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
export async function shipDraft(
  em: EntityManager,
  providers: FulfillmentProviders,
  cart_id: string,
  wanted: readonly WantedShipping[],
): Promise<void> {
  const ids = wanted.map(({ option_id }) => option_id)
  const options = await em.find(ShippingOption, { id: { $in: ids } }, { populate: ['requirements'] })
  const chosen = wanted.map(({ option_id, data, price }) => {
    const option = options.find(({ id }) => id === option_id)
    if (!option) throw new NotFound(`Shipping Option with ${option_id} was not found`)
    if (option.is_return) throw new NotAllowed('The shipping option is for returns')
    return { option, data: data ?? {}, price }
  })
  const lastOfProfile = new Map(chosen.map((one) => [one.option.profile_id, one]))
  const cart = holdCart(em, await readCart(em, cart_id))
  await shipBy(em, providers, cart, [...lastOfProfile.values()])
}
