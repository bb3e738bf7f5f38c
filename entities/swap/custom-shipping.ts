import type { EntityManager } from '@mikro-orm/postgresql'
import type { Cart } from '../cart/cart.ts'
import type { CartFacts } from '../cart/read-cart.ts'
import { ShippingOption } from '../shipping/shipping-option.ts'
import { usableOption } from '../shipping/usable-option.ts'
import { CustomShippingOption } from './custom-shipping-option.ts'

/** The prices of shipping options that the shop has named for a cart, by their ids. */
export type NamedPrices = ReadonlyMap<string, number>

const NONE: NamedPrices = new Map()

/** Only carts of swaps have any. */
export async function namedPrices(
  em: EntityManager,
  { id, type }: Pick<CartFacts, 'id' | 'type'>,
): Promise<NamedPrices> {
  if (type !== 'swap') return NONE
  const named = await em.find(CustomShippingOption, { cart_id: id })
  return new Map(named.map(({ shipping_option_id, price }) => [shipping_option_id, price]))
}

/**
 * Names what shipping a cart costs.
 * @throws as `usableOption`.
 */
export async function nameShippingPrices(
  em: EntityManager,
  { id: cart_id, region_id }: Cart,
  wanted: readonly { option_id: string; price: number }[],
): Promise<void> {
  if (wanted.length === 0) return
  const options = await em.find(ShippingOption, { id: { $in: wanted.map(({ option_id }) => option_id) } })
  for (const { option_id, price } of wanted) {
    const { id: shipping_option_id } = usableOption(options, { option_id, region_id, is_return: false })
    em.create(CustomShippingOption, { cart_id, shipping_option_id, price })
  }
}
