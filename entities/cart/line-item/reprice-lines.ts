import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow } from '#database/rows.ts'
import { type BoundStatement, batch } from '#database/statement.ts'
import { selectCartLines, trackCartLines } from '../cart/lock-cart.ts'
import type { CartLine } from './put-lines.ts'
import {
  type Assortment,
  parseAssortment,
  priceVariant,
  type SellingCart,
  salesContextOf,
  sellableCartLines,
} from './sellable-variants.ts'

/** Gives every line the price of today in the region and for the customer of the cart. What has none leaves the cart; what the shop priced stays. */
export async function repriceLines(em: EntityManager, cart: SellingCart & { id: string }): Promise<CartLine[]> {
  const [lines, sold] = await batch(em, selectCartLines.with(cart.id), sellingAgain(cart))
  return repriceTrackedLines(em, trackCartLines(em, lines), await parseAssortment(em, sold, cart.region_id))
}

/** What tells what of the lines of a cart is sold to its buyer today. */
const sellingAgain = (cart: SellingCart & { id: string }): BoundStatement<{ sellable: unknown }> => {
  const { region_id, sales_channel_id, customer_id, is_shop } = salesContextOf(cart)
  return sellableCartLines.with(cart.id, region_id, sales_channel_id ?? null, customer_id ?? null, is_shop)
}

/** The same for lines that are held; answers those that stay. */
export function repriceTrackedLines<Line extends CartLine>(
  em: EntityManager,
  items: readonly Line[],
  assortment: Assortment,
): Line[] {
  return items.filter((item) => {
    if (item.is_price_fixed || !item.variant_id || takesPrice(item, assortment)) return true
    deleteRow(em, item)
    return false
  })
}

function takesPrice(item: CartLine, { market, variants }: Assortment): boolean {
  const variant = variants.get(item.variant_id as string)
  const price = variant && priceVariant(variant, market, item.quantity)
  if (price?.calculated_price == null) return false
  item.unit_price = price.calculated_price
  item.includes_tax = price.calculated_price_includes_tax ?? false
  return true
}
