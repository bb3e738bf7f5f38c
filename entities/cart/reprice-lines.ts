import type { EntityManager } from '@mikro-orm/postgresql'
import {
  type Assortment,
  assortmentFrom,
  priceOf,
  type SellingCart,
  salesContextOf,
  sellableAgain,
} from '../product/sellable-variants.ts'
import { drop } from '../rows.ts'
import { type Bound, together } from '../statement.ts'
import { holdLines, linesOfCart } from './lock-cart.ts'
import type { CartLine } from './put-lines.ts'

/** Gives every line the price of today in the region and for the customer of the cart. What has none leaves the cart; what the shop priced stays. */
export async function repriceLines(em: EntityManager, cart: SellingCart & { id: string }): Promise<CartLine[]> {
  const [lines, sold] = await together(em, linesOfCart.with(cart.id), sellingAgain(cart))
  return reprice(em, holdLines(em, lines), await assortmentFrom(em, sold, cart.region_id))
}

/** What tells what of the lines of a cart is sold to its buyer today. */
const sellingAgain = (cart: SellingCart & { id: string }): Bound<{ sellable: unknown }> => {
  const { region_id, sales_channel_id, customer_id, is_shop } = salesContextOf(cart)
  return sellableAgain.with(cart.id, region_id, sales_channel_id ?? null, customer_id ?? null, is_shop)
}

/** The same for lines that are held; answers those that stay. */
export function reprice<Line extends CartLine>(
  em: EntityManager,
  items: readonly Line[],
  assortment: Assortment,
): Line[] {
  return items.filter((item) => {
    if (item.is_price_fixed || !item.variant_id || takesPrice(item, assortment)) return true
    drop(em, item)
    return false
  })
}

function takesPrice(item: CartLine, { market, variants }: Assortment): boolean {
  const variant = variants.get(item.variant_id as string)
  const price = variant && priceOf(variant, market, item.quantity)
  if (price?.calculated_price == null) return false
  item.unit_price = price.calculated_price
  item.includes_tax = price.calculated_price_includes_tax ?? false
  return true
}
