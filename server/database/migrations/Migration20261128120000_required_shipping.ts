import { Migration } from '@mikro-orm/migrations'

/**
 * Completions need shipping. A shop whose customers ordered goods without it keeps its behaviour. Canceled orders
 * release the uses of their discounts.
 */
export class Migration20261128120000_required_shipping extends Migration {
  override up(): void {
    this.addSql('alter table store add column requires_shipping boolean not null default true')
    this.addSql(`
      update store set requires_shipping = not exists (
        select from "order" o
        where o.draft_order_id is null and o.status <> 'canceled'
          and not exists (select from shipping_method m where m.order_id = o.id)
          and exists (select from line_item l where l.order_id = o.id and l.variant_id is not null and not l.is_giftcard))`)
    this.addSql(`
      update discount d set usage_count = used.times
      from (
        select d.id, count(o.id)::int as times
        from discount d
          left join order_discounts l on l.discount_id = d.id
          left join "order" o on o.id = l.order_id and o.status <> 'canceled'
        group by d.id
      ) used where used.id = d.id and used.times < d.usage_count`)
  }
}
