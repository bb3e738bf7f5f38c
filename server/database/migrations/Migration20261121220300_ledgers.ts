import { Migration } from '@mikro-orm/migrations'

/**
 * Counters that reveal inconsistent data: the units that orders and claims took from a variant, and the corrections of
 * the balance of a gift card.
 */
export class Migration20261121220300_ledgers extends Migration {
  override up(): void {
    for (const sql of [columns, soFar]) this.addSql(sql)
  }
}

const columns = `
alter table product_variant add column taken_quantity integer not null default 0;
alter table gift_card add column balance_correction bigint not null default 0;
`

const soFar = `
update product_variant v set taken_quantity = taken.quantity
from (
  select li.variant_id, sum(li.quantity - coalesce(li.returned_quantity, 0)) as quantity
  from line_item li left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
  where (o.id is not null or c.id is not null) and o.canceled_at is null and c.canceled_at is null
  group by li.variant_id
) taken where taken.variant_id = v.id;
update gift_card g set balance_correction = balance - value + coalesce((
  select sum(t.amount) from gift_card_transaction t join "order" o on o.id = t.order_id
  where t.gift_card_id = g.id and o.canceled_at is null), 0);
`
