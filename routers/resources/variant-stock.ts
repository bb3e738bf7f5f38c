import type { EntityManager } from '@mikro-orm/postgresql'
import { showChannelStock } from '#entities/catalogue/product/show-channel-stock.ts'
import type { StockChannels } from '#entities/inventory/availability/channel-stock.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { dependenciesOf } from '../context/dependencies.ts'

export interface VariantRow {
  id: string
  inventory_quantity?: number | undefined
  updated_at?: Date | undefined
}

/** Shows the stock of the channels, if inventory is enabled. */
export async function fillStock(
  em: EntityManager,
  variants: readonly VariantRow[],
  channels: StockChannels,
): Promise<void> {
  const isPerChannel = await isInventoryEnabled(em)
  if (isPerChannel) await showChannelStock(em, variants, channels)
  // The stock of channels also changes without the rows of the variants.
  if (isPerChannel && variants.length > 0) dependenciesOf(em)?.refuseReuse()
  else dependenciesOf(em)?.addStock(variants)
}

/** Shows the stock of all locations, as part of a view of variants. */
export async function fillVariantStock<Row extends VariantRow>(
  { em }: { em: EntityManager },
  variants: Row[],
): Promise<Row[]> {
  await fillStock(em, variants, 'all')
  return variants
}
