import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import type { PriceSetting } from '#entities/catalogue/product/price-setting.ts'
import { type MarketQuery, readPriceSetting } from '#entities/catalogue/product/read-price-setting.ts'
import { NotFound } from '#entities/errors.ts'
import { Cart } from '../cart/cart.ts'

export interface PriceQuery extends Omit<MarketQuery, 'customer_group_ids'> {
  cart_id?: string | null | undefined
}

/** The region of the cart determines the price. Without a cart, the given region does, or else the given currency. */
export async function findPriceSetting(em: EntityManager, { cart_id, ...market }: PriceQuery): Promise<PriceSetting> {
  if (!cart_id) return readPriceSetting(em, market)
  const cart = await findRow(em, Cart, { id: cart_id })
  if (!cart) throw new NotFound(`Cart with ${cart_id} was not found`)
  return readPriceSetting(em, { ...market, region_id: cart.region_id })
}
