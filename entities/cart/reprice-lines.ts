import type { EntityManager } from '@mikro-orm/postgresql'
import { type Market, priceOf, type SellableVariant, sellableVariants } from '../product/sellable-variants.ts'
import type { Cart } from './cart.ts'
import type { LineItem } from './line-item.ts'
import { linesOf } from './lock-cart.ts'

/** Gives every line the price of today in the region and for the customer of the cart. What has none leaves the cart; what the shop priced stays. */
export async function repriceLines(em: EntityManager, cart: Cart): Promise<LineItem[]> {
  const items = await linesOf(em, cart)
  const ids = items.flatMap((item) => item.variant_id ?? [])
  if (ids.length === 0) return items
  const { market, variants } = await sellableVariants(em, ids, cart)
  return items.filter((item) => {
    if (item.is_price_fixed || !item.variant_id || reprice(item, variants.get(item.variant_id), market)) return true
    em.remove(item)
    return false
  })
}

function reprice(item: LineItem, variant: SellableVariant | undefined, market: Market): boolean {
  const price = variant && priceOf(variant, market, item.quantity)
  if (price?.calculated_price == null) return false
  item.unit_price = price.calculated_price
  item.includes_tax = price.calculated_price_includes_tax ?? false
  return true
}
