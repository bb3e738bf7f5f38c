import type { Invariant } from './invariant.ts'

export const INVENTORY_INVARIANTS: Record<string, Invariant> = {
  'reserved-drift': {
    violation: 'The reserved quantity of a level differs from the sum of its reservations',
    sql: `select level.id from inventory_level level
      where level.reserved_quantity <> (select coalesce(sum(r.quantity), 0) from reservation_item r
        where r.inventory_item_id = level.inventory_item_id and r.location_id = level.location_id
          and r.deleted_at is null)`,
  },
  'reservation-without-level': {
    violation: 'An item is reserved at a location without a level',
    sql: `select r.id from reservation_item r where r.deleted_at is null and not exists (
      select from inventory_level level
      where level.inventory_item_id = r.inventory_item_id and level.location_id = r.location_id)`,
  },
  'variant-stock-drift': {
    violation: 'The stock of a variant differs from the available units of its items',
    sql: `select v.id from product_variant v join (
        select link.variant_id, min(floor(coalesce(available.quantity, 0)::numeric / link.required_quantity)) as quantity
        from product_variant_inventory_item link left join (
          select level.inventory_item_id, sum(level.stocked_quantity - level.reserved_quantity) as quantity
          from inventory_level level
          where exists (select from sales_channel_location l where l.location_id = level.location_id)
          group by level.inventory_item_id
        ) available using (inventory_item_id)
        group by link.variant_id
      ) stock on stock.variant_id = v.id
      where v.inventory_quantity <> stock.quantity`,
  },
}
