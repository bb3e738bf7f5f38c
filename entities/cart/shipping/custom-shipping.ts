import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, insertRow, type Row } from '#database/rows.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import type { Cart } from '../cart/cart.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { CustomShippingOption } from './custom-shipping-option.ts'
import { requireUsableOption } from './usable-option.ts'

/** Keys are ids of shipping options, values are prices in minor units. */
export type CustomShippingPrices = ReadonlyMap<string, number>

const NO_PRICES: CustomShippingPrices = new Map()

/** Only swap carts have custom prices. */
export async function readCustomShippingPrices(
  em: EntityManager,
  { id, type }: Pick<CartSnapshot, 'id' | 'type'>,
): Promise<CustomShippingPrices> {
  if (type !== 'swap') return NO_PRICES
  const options = await findRows(em, CustomShippingOption, { cart_id: id })
  return new Map(options.map(({ shipping_option_id, price }) => [shipping_option_id, price]))
}

export async function setCustomShippingPrices(
  em: EntityManager,
  { id: cart_id, region_id }: Row<Cart>,
  prices: readonly { option_id: string; price: number }[],
): Promise<void> {
  if (prices.length === 0) return
  const options = await findRows(em, ShippingOption, { id: prices.map(({ option_id }) => option_id) })
  for (const { option_id, price } of prices) {
    const { id: shipping_option_id } = requireUsableOption(options, { option_id, region_id, is_return: false })
    insertRow(em, CustomShippingOption, { cart_id, shipping_option_id, price })
  }
}
