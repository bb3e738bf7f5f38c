import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow } from '#database/rows.ts'
import { type Metadata, mergeMetadata } from '#entities/base.ts'
import { isCovered } from '#entities/catalogue/product/stock.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { type CartLine, fixedPrice, requireUnitPrice, sumVariantQuantity } from './put-lines.ts'
import { readAssortment, type SellingCart, salesContextOf } from './sellable-variants.ts'

/** All lines of a cart that is locked, and where it is filled. */
export interface CartLines {
  market: SellingCart
  items: CartLine[]
}

export interface LineChange {
  line_id: string
  quantity?: number | undefined
  metadata?: Metadata | null | undefined
  /** Where the shop names them itself; the price in minor units. */
  unit_price?: number | null | undefined
  title?: string | null | undefined
}

/**
 * Sets the quantity of a line, at the price that quantity has now unless the shop named one; none removes the line.
 * @throws InvalidData for a line of another cart. NotAllowed where the stock does not cover the quantity.
 */
export async function changeCartLine(
  em: EntityManager,
  lines: CartLines,
  { line_id, quantity, metadata, unit_price, title }: LineChange,
): Promise<void> {
  const item = lines.items.find((line) => line.id === line_id)
  if (!item) throw new InvalidData('Could not find the line item')
  if (quantity === 0) {
    removeCartLine(em, lines, line_id)
    return
  }
  item.quantity = quantity ?? item.quantity
  item.title = title || item.title
  if (metadata) item.metadata = mergeMetadata(item.metadata, metadata)
  if (unit_price != null) Object.assign(item, fixedPrice(unit_price))
  await reprice(em, lines, item)
}

/** Whether there was such a line, which is removed. */
export function removeCartLine(em: EntityManager, { items }: CartLines, line_id: string): boolean {
  const item = items.find((line) => line.id === line_id)
  if (!item) return false
  deleteRow(em, item)
  items.splice(items.indexOf(item), 1)
  return true
}

async function reprice(em: EntityManager, { market: sold, items }: CartLines, item: CartLine): Promise<void> {
  if (!item.variant_id) return
  const { market, variants } = await readAssortment(em, [item.variant_id], salesContextOf(sold))
  const variant = variants.get(item.variant_id)
  if (!variant)
    throw new InvalidData(`Unable to generate the line items, some variant has not been found: ${item.variant_id}`)
  if (!isCovered(variant, sumVariantQuantity(variant.id, items)))
    throw new NotAllowed("Inventory doesn't cover the desired quantity", 'insufficient_inventory')
  if (!item.is_price_fixed) Object.assign(item, requireUnitPrice(variant, market, item.quantity))
}
