import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows } from '#database/rows.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { insufficientStock } from '#entities/cart/stock/out-of-stock.ts'
import type { VariantItem } from '#entities/inventory/item/find-items.ts'
import type { LockedLevels } from '#entities/inventory/level/locked-levels.ts'
import { findChannelLocations } from '#entities/inventory/stock-location/find-locations.ts'
import { defaultSalesChannelId } from '#entities/market/store/find-store.ts'
import { allocateStock, type StockDemand } from './allocate-stock.ts'
import { itemsOfLine, lockLinesInStock } from './lines-in-stock.ts'
import type { LineOwner, SoldLine } from './order-stock.ts'

/** Reserves the lines at the locations of the channel. @throws NotAllowed if the stock is too low. */
export async function reserveLines(
  em: EntityManager,
  lines: readonly SoldLine[],
  sales_channel_id: string | null,
): Promise<void> {
  const locations = await findSellingLocations(em, sales_channel_id)
  const { levels, itemsByVariant } = await lockLinesInStock(em, lines)
  const demands = lines.flatMap((line) => buildDemand(line, itemsOfLine(itemsByVariant, line)))
  const { allocations, shortVariantIds } = allocateStock(demands, { locations, levels: toSupply(levels) })
  const [shortVariantId] = shortVariantIds
  if (shortVariantId) throw insufficientStock(shortVariantId)
  for (const { line_id, ...allocation } of allocations) levels.reserve({ line_item_id: line_id, ...allocation })
  await levels.save()
}

/** Orders without a channel sell from the locations of the default channel. */
export const findSellingLocations = async (em: EntityManager, sales_channel_id: string | null): Promise<string[]> =>
  findChannelLocations(em, sales_channel_id ?? (await defaultSalesChannelId(em)))

/** Returns no demand if the inventory of the variant is not managed. */
export function buildDemand({ id, quantity }: SoldLine, items: readonly VariantItem[]): StockDemand[] {
  const [item] = items
  if (!item) return []
  const { variant_id, allow_backorder } = item
  return [{ line_id: id, variant_id, quantity, allow_backorder, items }]
}

export const toSupply = ({ levels }: Pick<LockedLevels, 'levels'>) =>
  levels.map((level) => ({
    inventory_item_id: level.inventory_item_id,
    location_id: level.location_id,
    available: level.available(),
  }))

/** Releases the reservations of all lines of the owner. */
export async function releaseLines(em: EntityManager, owner: LineOwner): Promise<void> {
  const { levels, reservations } = await lockLinesInStock(em, await findRows(em, LineItem, owner))
  for (const reservation of reservations) levels.release(reservation)
  await levels.save()
}
