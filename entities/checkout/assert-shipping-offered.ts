import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { readCustomShippingPrices } from '#entities/cart/shipping/custom-shipping.ts'
import { isStillOffered } from '#entities/cart/shipping/offered-option.ts'
import { InvalidData } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'

/**
 * The price of the cart or the requirements of an option can change after the choice. The shop set the options with custom
 * prices for this cart, so they stay. Reads the database only for the refused options of a swap.
 * @throws InvalidData with the names of the options
 */
export async function assertShippingOffered(em: EntityManager, cart: CartSnapshot): Promise<void> {
  const options = cart.shipping_methods.map(({ shipping_option }) => shipping_option)
  const offered = { cart, shop: shopOf(em) }
  const unavailable = options.filter((option) => !isStillOffered(offered, option))
  if (unavailable.length === 0) return
  const customPrices = await readCustomShippingPrices(em, cart)
  const refused = unavailable.filter(({ id }) => !customPrices.has(id))
  if (refused.length === 0) return
  const names = refused.map(({ name }) => name).join(', ')
  throw new InvalidData(
    `The cart is not offered its shipping any longer: ${names}. Choose another shipping option.`,
  ).because({ name: 'shipping_not_offered', names })
}
