import { findViolations as findAll } from '#entities/invariants/find-violations.ts'
import type { Query } from './race.ts'

/** Additional invariants of a race, in which the inventory is not edited and no backorders are allowed. */
const NEVER_HERE: Record<string, string> = {
  'an oversold variant':
    'select id from product_variant where manage_inventory and not allow_backorder and inventory_quantity < 0',
  'a level with more reserved than stocked units':
    'select id from inventory_level where reserved_quantity > stocked_quantity',
  'an unfulfilled line without reservations': `
    select li.id from line_item li join product_variant_inventory_item link on link.variant_id = li.variant_id
      left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
      left join swap s on s.id = li.swap_id
    where not li.is_return and (o.id is not null or c.id is not null or s.confirmed_at is not null)
      and o.canceled_at is null and c.canceled_at is null and s.canceled_at is null
      and li.quantity - coalesce(li.fulfilled_quantity, 0) <> (
        select coalesce(sum(quantity), 0) from reservation_item where line_item_id = li.id and deleted_at is null)`,
  'a cart with several lines of the same variant': `
    select cart_id as id from line_item where cart_id is not null and should_merge
    group by cart_id, variant_id, metadata having count(*) > 1`,
}

/** Returns the violated invariants. Call it when no request is running. */
export async function findViolations(query: Query): Promise<string[]> {
  const violations = (await findAll(query, { minAge: '0' })).flatMap(({ violation, examples }) =>
    examples.map((id) => `${violation}: ${id}`),
  )
  for (const [what, sql] of Object.entries(NEVER_HERE)) {
    const found = await query(sql)
    violations.push(...found.map(({ id }) => `${what}: ${id}`))
  }
  return violations
}
