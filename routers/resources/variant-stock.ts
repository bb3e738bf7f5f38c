import { showChannelStock } from '#entities/catalogue/product/show-channel-stock.ts'
import type { StockChannels } from '#entities/inventory/availability/channel-stock.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import type { Reader } from '../context/dependencies.ts'

export interface VariantRow {
  id: string
  inventory_quantity?: number | undefined
  updated_at?: Date | undefined
}

/** Shows the stock of the channels, if inventory is enabled. */
export async function fillStock(
  { em, dependencies }: Reader,
  variants: readonly VariantRow[],
  channels: StockChannels,
): Promise<void> {
  const isPerChannel = await isInventoryEnabled(em)
  if (isPerChannel) await showChannelStock(em, variants, channels)
  // The stock of channels also changes without the rows of the variants.
  if (isPerChannel && variants.length > 0) dependencies?.refuseReuse()
  else dependencies?.addStock(variants)
}

/** Shows the stock of all locations, as part of a view of variants. */
export async function fillVariantStock<Row extends VariantRow>(reader: Reader, variants: Row[]): Promise<Row[]> {
  await fillStock(reader, variants, 'all')
  return variants
}
