import { Migration } from '@mikro-orm/migrations'

export class Migration20261124130000_stock_changes extends Migration {
  override up(): void {
    this.addSql('create table event_subscription (event_name text primary key)')
    this.addSql(announceStockChanges)
    this.addSql(`
create trigger stock_changes after update on product_variant
  referencing old table as before new table as after
  for each statement execute function announce_stock_changes()`)
  }
}

// `xmin` and `created_at` select the events of this transaction.
const announceStockChanges = `
create function announce_stock_changes() returns trigger language plpgsql as $$
declare
  stock_changed constant text := 'product-variant.stock_changed';
begin
  if exists (select from event_subscription where event_name = stock_changed)
    or exists (
      select from webhook where is_active and events && array['*', 'product-variant.*', stock_changed])
  then
    with written as (
      insert into event (created_at, name, payload, is_private)
      select now(), stock_changed, jsonb_build_object('id', id, 'product_id', after.product_id), false
      from after join before using (id)
      where after.inventory_quantity <> before.inventory_quantity
        and not exists (
          select from event
          where created_at = now()::timestamptz(3) and event.xmin = pg_current_xact_id()::xid
            and name = stock_changed and payload ->> 'id' = after.id)
      returning event.id
    )
    insert into event_outbox (event_id) select id from written;
  end if;
  return null;
end $$`
