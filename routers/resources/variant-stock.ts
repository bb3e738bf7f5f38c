import type { EntityManager } from '@mikro-orm/postgresql'
import { showChannelStock } from '#entities/catalogue/product/show-channel-stock.ts'
import type { StockChannels } from '#entities/inventory/availability/channel-stock.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'

interface VariantRow {
  id: string
  inventory_quantity?: number | undefined
}

/** Shows the stock of the channels, if inventory is enabled. */
export async function fillStock(
  em: EntityManager,
  variants: readonly VariantRow[],
  channels: StockChannels,
): Promise<void> {
  if (await isInventoryEnabled(em)) await showChannelStock(em, variants, channels)
}
