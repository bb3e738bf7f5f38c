import { Migration } from '@mikro-orm/migrations'

/**
 * Negative stock stays valid after backorders are disabled, but it cannot decrease. A check constraint does not see
 * the previous row, so triggers enforce the rule.
 */
export class Migration20261122080000_stock_owed extends Migration {
  override up(): void {
    this.addSql(`
alter table product_variant drop constraint product_variant_check;
create function refuse_stock_below_nothing() returns trigger language plpgsql as $$
begin
  raise check_violation using
    message = format('more pieces of %s would be owed: constraint "product_variant_stock"', new.id),
    constraint = 'product_variant_stock', table = 'product_variant', schema = 'public';
end $$;
create trigger product_variant_stock_of_new after insert on product_variant
  for each row when (${IS_SHORT})
  execute function refuse_stock_below_nothing();
create trigger product_variant_stock after update of inventory_quantity on product_variant
  for each row when (${IS_SHORT} and new.inventory_quantity < old.inventory_quantity)
  execute function refuse_stock_below_nothing();
`)
  }
}

const IS_SHORT = 'new.inventory_quantity < 0 and new.manage_inventory and not new.allow_backorder'
