import type { Invariant } from './invariant.ts'

/** Lines of orders, claims and confirmed swaps that are not canceled. */
const OPEN_LINES = `
  select li.id, li.variant_id, li.quantity - coalesce(li.fulfilled_quantity, 0) as unfulfilled
  from line_item li left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
    left join swap s on s.id = li.swap_id
  where not li.is_return and (o.id is not null or c.id is not null or s.confirmed_at is not null)
    and o.canceled_at is null and c.canceled_at is null and s.canceled_at is null`

/** Without inventory, these statements select no rows. */
export const ORDER_STOCK_INVARIANTS: Record<string, Invariant> = {
  'reservation-of-closed-line': {
    violation: 'A reservation belongs to a line that no open order, claim or confirmed swap has',
    sql: `
      select id from reservation_item r where deleted_at is null and line_item_id is not null
        and not exists (select from (${OPEN_LINES}) line where line.id = r.line_item_id)`,
  },
  'reserved-too-much': {
    violation: 'The reservations of a line exceed its unfulfilled quantity',
    sql: `
      select line.id from (${OPEN_LINES}) line
        join reservation_item r on r.line_item_id = line.id and r.deleted_at is null
        left join product_variant_inventory_item link
          on link.variant_id = line.variant_id and link.inventory_item_id = r.inventory_item_id
      group by line.id, line.unfulfilled, r.inventory_item_id, link.required_quantity
      having sum(r.quantity) > line.unfulfilled * coalesce(link.required_quantity, 1)`,
  },
  'fulfilled-units-drift': {
    violation: 'A fulfillment took units of a line that it does not contain',
    sql: `
      select fulfillment_id as id from fulfillment_stock units where not exists (
        select from fulfillment_item fi where fi.fulfillment_id = units.fulfillment_id and fi.item_id = units.item_id)`,
  },
}
