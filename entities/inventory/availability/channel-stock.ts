import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'

/** `default` is the default channel of the store. `all` counts each location that has a channel once. */
export type StockChannels = readonly string[] | 'default' | 'all'

export interface ChannelStock {
  variant_id: string
  /** Null for a variant without an inventory item, which can be sold in any quantity. */
  quantity: number | null
  purchasable: boolean
}

/**
 * Returns the available units of the variants at the locations of the channels. A location of several channels counts
 * once.
 */
export async function readChannelStock(
  em: Executor,
  variantIds: readonly string[],
  channels: StockChannels,
): Promise<Map<string, ChannelStock>> {
  if (variantIds.length === 0) return new Map()
  const channelIds = typeof channels === 'string' ? null : channels
  const rows = await selectStock(em, [...new Set(variantIds)], channelIds, channels === 'all')
  return new Map(rows.map((row) => [row.variant_id, row]))
}

/** A query for the stock of variant `v`. `channelSql` selects the links `l` between channels and locations. */
export const channelStockSql = (channelSql: string): string => `
  select min(floor(greatest(least(coalesce((
    select sum(level.stocked_quantity::bigint - level.reserved_quantity) from inventory_level level
    where level.inventory_item_id = link.inventory_item_id and exists (
      select from sales_channel_location l where l.location_id = level.location_id and ${channelSql})
  ), 0), 2147483647), -2147483648) / link.required_quantity))::integer
  from product_variant_inventory_item link where link.variant_id = v.id`

const selectStock = statement<ChannelStock>(`
  select stock.*, not manage_inventory or allow_backorder or coalesce(quantity > 0, true) as purchasable from (
    select v.id as variant_id, v.manage_inventory, v.allow_backorder, (${channelStockSql(`($3 or l.sales_channel_id
      = any(coalesce($2::text[], array(select default_sales_channel_id from store))))`)}) as quantity
    from product_variant v where v.id = any($1::text[])
  ) stock`)
