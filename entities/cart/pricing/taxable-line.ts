import type { RegionSnapshot } from '#entities/market/settings/settings.ts'
import { isTaxedWhenSold } from '#entities/market/tax/linked-rates.ts'
import type { CartLineSnapshot } from '../cart/read-cart.ts'

/** A line without a variant has the tax that the administrator chose. */
export const isTaxable = (
  line: Pick<CartLineSnapshot, 'variant' | 'tax_rate_id' | 'is_giftcard'>,
  region: RegionSnapshot,
): boolean => (line.variant !== null || Boolean(line.tax_rate_id)) && isTaxedWhenSold(line, region)
