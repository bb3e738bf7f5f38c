import { Migration } from '@mikro-orm/migrations'

/** Methods that administrators added to orders with free shipping were free when they were added. */
export class Migration20261128271000_free_shipping_methods extends Migration {
  override up(): void {
    this.addSql('alter table shipping_method add column is_free boolean not null default false')
    this.addSql(`
update shipping_method sm set is_free = true
where order_id is not null and cart_id is null and exists (
  select from order_discounts l join discount d on d.id = l.discount_id join discount_rule r on r.id = d.rule_id
  where l.order_id = sm.order_id and r.type = 'free_shipping')
`)
  }
}
