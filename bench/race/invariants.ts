import { NEVER_AFTER_SALE } from './after-sale/never.ts'
import type { Query } from './race.ts'

/** What never may be in the database of a shop, each as a statement that finds it. */
const NEVER: Record<string, string> = {
  'a variant of which more was sold than there was':
    'select id from product_variant where manage_inventory and not allow_backorder and inventory_quantity < 0',
  'a cart with several orders': 'select cart_id as id from "order" group by cart_id having count(*) > 1',
  'an order of an open cart': 'select o.id from "order" o join cart c on c.id = o.cart_id where c.completed_at is null',
  'a completed cart without an order':
    'select id from cart where completed_at is not null and not exists (select from "order" where cart_id = cart.id)',
  'a payment without an order': 'select id from payment where order_id is null and canceled_at is null',
  'a gift card that gave more or less than it lost': `
    select id from gift_card g where value <> balance +
      coalesce((select sum(t.amount) from gift_card_transaction t join "order" o on o.id = t.order_id
        where t.gift_card_id = g.id and o.canceled_at is null), 0)`,
  'a code used more or less often than it was counted': `
    select id from discount d where usage_count <> (select count(*) from order_discounts where discount_id = d.id)`,
  'a code used more often than it may be': 'select id from discount where usage_count > usage_limit',
  'a cart with several selected sessions':
    'select cart_id as id from payment_session where is_selected group by cart_id having count(*) > 1',
  'a cart with several lines of the same': `
    select cart_id as id from line_item where cart_id is not null
    group by cart_id, variant_id, metadata having count(*) > 1`,
  'a payment that nobody settled': `select id from payment_attempt where status in ('started', 'authorized', 'canceling')`,
  ...NEVER_AFTER_SALE,
}

/** What is there and never may be. */
export async function findViolations(query: Query): Promise<string[]> {
  const violations: string[] = []
  for (const [what, sql] of Object.entries(NEVER)) {
    const found = await query(sql)
    violations.push(...found.map(({ id }) => `${what}: ${id}`))
  }
  return violations
}
