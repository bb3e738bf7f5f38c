import { statement } from '#database/statement.ts'
import { query } from '#entities/query.ts'

export interface ChannelAvailability {
  channel_id: string
  channel_name: string
  available_quantity: number
}

/** Returns the available units of a variant in each sales channel. Empty for a variant without an inventory item. */
export const readChannelAvailability = statement<ChannelAvailability>(`
  select c.id as channel_id, c.name as channel_name, min(floor(coalesce((
    select sum(level.stocked_quantity::bigint - level.reserved_quantity)
    from inventory_level level join sales_channel_location l using (location_id)
    where level.inventory_item_id = link.inventory_item_id and l.sales_channel_id = c.id
  ), 0) / link.required_quantity))::float as available_quantity
  from sales_channel c cross join product_variant_inventory_item link
  where link.variant_id = $1 and c.deleted_at is null
  group by c.id order by c.created_at, c.id`)

/** Returns the stock of a managed variant in each sales channel of a shop without inventory. */
export const readStockPerChannel = statement<ChannelAvailability>(`
  select c.id as channel_id, c.name as channel_name, v.inventory_quantity as available_quantity
  from sales_channel c cross join product_variant v
  where v.id = $1 and v.manage_inventory and c.deleted_at is null
  order by c.created_at, c.id`)

export const findVariantAndItems = query((db, id: string) =>
  db
    .selectFrom('product_variant as variant')
    .leftJoin('product_variant_inventory_item as link', 'link.variant_id', 'variant.id')
    .select('link.inventory_item_id')
    .where('variant.id', '=', id)
    .where('variant.deleted_at', 'is', null)
    .orderBy('link.id'),
)
