import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'

/** `default` is the default channel of the store. `all` counts each location with any channel once. */
export type StockChannels = readonly string[] | 'default' | 'all'

/**
 * Returns the available units of the variants at the locations of the channels. A location of several channels counts
 * once. A variant without an inventory item is missing in the result.
 */
export async function readChannelStock(
  em: Executor,
  variantIds: readonly string[],
  channels: StockChannels,
): Promise<Map<string, number>> {
  if (variantIds.length === 0) return new Map()
  const channelIds = typeof channels === 'string' ? null : channels
  const rows = await selectStock(em, [...new Set(variantIds)], channelIds, channels === 'all')
  return new Map(rows.map(({ variant_id, quantity }) => [variant_id, quantity]))
}

/** Must compute the same as `refresh_variant_stock` in the database does for all channels. */
const selectStock = statement<{ variant_id: string; quantity: number }>(`
  select link.variant_id, min(floor(greatest(least(coalesce((
    select sum(level.stocked_quantity::bigint - level.reserved_quantity) from inventory_level level
    where level.inventory_item_id = link.inventory_item_id and exists (
      select from sales_channel_location l where l.location_id = level.location_id and ($3 or l.sales_channel_id
        = any(coalesce($2::text[], array(select default_sales_channel_id from store)))))
  ), 0), 2147483647), -2147483648) / link.required_quantity))::integer as quantity
  from product_variant_inventory_item link where link.variant_id = any($1::text[])
  group by link.variant_id`)
