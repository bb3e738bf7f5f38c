import type { MikroORM } from '@mikro-orm/postgresql'
import { setPriceFunctions } from '#entities/cart/pricing/price-functions.ts'
import type { ShopParts } from './shop-parts.ts'

/** Applies the price functions of the plugins to all carts that entity managers of `orm` read. */
export function installPrices({ config }: MikroORM, { prices }: Pick<ShopParts, 'prices'>): void {
  if (prices.length > 0) setPriceFunctions(config, prices)
}
