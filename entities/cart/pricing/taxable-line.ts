import type { RegionSnapshot } from '#entities/market/settings/settings.ts'
import { isTaxedWhenSold } from '#entities/market/tax/linked-rates.ts'
import type { CartLineSnapshot } from '../cart/read-cart.ts'

export const isTaxable = (line: Pick<CartLineSnapshot, 'variant' | 'is_giftcard'>, region: RegionSnapshot): boolean =>
  line.variant !== null && isTaxedWhenSold(line, region)
