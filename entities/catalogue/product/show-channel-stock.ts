import type { EntityManager } from '@mikro-orm/postgresql'
import { readChannelStock, type StockChannels } from '#entities/inventory/availability/channel-stock.ts'

interface StockedRow {
  id: string
  inventory_quantity?: number | undefined
  purchasable?: boolean | undefined
}

/**
 * Replaces the stock of the rows by the stock in the channels, and sets `purchasable`. Inventory must be enabled.
 * Returns the ids of the variants without an inventory item.
 */
export async function showChannelStock(
  em: EntityManager,
  variants: readonly StockedRow[],
  channels: StockChannels,
): Promise<ReadonlySet<string>> {
  const ids = variants.map((variant) => variant.id)
  const stockById = await readChannelStock(em, ids, channels)
  for (const variant of variants) {
    const stock = stockById.get(variant.id)
    if (!stock || variant.inventory_quantity === undefined) continue
    variant.inventory_quantity = stock.quantity ?? variant.inventory_quantity
    variant.purchasable = stock.purchasable
  }
  return new Set(ids.filter((id) => stockById.get(id)?.quantity === null))
}
