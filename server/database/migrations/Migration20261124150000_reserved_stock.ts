import { Migration } from '@mikro-orm/migrations'

/** A count of an administrator and a swap with backorders may leave more reserved than stocked units. */
export class Migration20261124150000_reserved_stock extends Migration {
  override up(): void {
    this.addSql(`
create function refuse_reservation_beyond_stock() returns trigger language plpgsql as $$
begin
  if exists (
    select from product_variant_inventory_item link join product_variant v on v.id = link.variant_id
    where link.inventory_item_id = new.inventory_item_id and v.allow_backorder)
  then
    return null;
  end if;
  raise check_violation using
    message = format('the reservations of %s exceed its stock: constraint "inventory_level_stock"', new.id),
    constraint = 'inventory_level_stock', table = 'inventory_level', schema = 'public';
end $$;
create trigger inventory_level_stock after update of reserved_quantity on inventory_level
  for each row when (
    new.reserved_quantity > new.stocked_quantity and new.reserved_quantity > old.reserved_quantity
    and new.reserved_quantity - new.stocked_quantity > old.reserved_quantity - old.stocked_quantity
    and coalesce(current_setting('cartwright.owed', true), '') <> 'true')
  execute function refuse_reservation_beyond_stock();
`)
  }
}
