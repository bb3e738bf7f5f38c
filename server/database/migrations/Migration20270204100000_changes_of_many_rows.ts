import { Migration } from '@mikro-orm/migrations'

/**
 * PostgreSQL plans a statement of a trigger for the first rows that it gets, mostly one, and keeps the plan. It compared each row of an import
 * with each other row: minutes for 20,000 variants. A group of the earlier and the later row has the same plan for any number of rows.
 */
export class Migration20270204100000_changes_of_many_rows extends Migration {
  override up(): void {
    this.addSql(stock)
    this.addSql(prices)
  }
}

/** The events of this transaction that exist already are a list, and not a search for each variant. */
const stock = `
create or replace function announce_stock_changes() returns trigger language plpgsql as $$
declare
  stock_changed constant text := 'product-variant.stock_changed';
  variants text[];
  products text[];
begin
  select array_agg(id), array_agg(product_id) into variants, products
  from (
    select id, max(product_id) as product_id
    from (
      select id, product_id, inventory_quantity from after union all select id, null, inventory_quantity from before
    ) written
    group by id having min(inventory_quantity) <> max(inventory_quantity)
  ) changed;
  if variants is not null and (
    exists (select from event_subscription where event_name = stock_changed)
    or exists (
      select from webhook where is_active and events && array['*', 'product-variant.*', stock_changed]))
  then
    with announced as materialized (
      select payload ->> 'id' as id from event
      where created_at = now()::timestamptz(3) and event.xmin = pg_current_xact_id()::xid and name = stock_changed
    ), written as (
      insert into event (created_at, name, payload, is_private)
      select now(), stock_changed, jsonb_build_object('id', changed.id, 'product_id', changed.product_id), false
      from unnest(variants, products) as changed (id, product_id)
      where changed.id not in (select id from announced where id is not null)
      returning event.id
    )
    insert into event_outbox (event_id) select id from written;
  end if;
  return null;
end $$`

const prices = `
create or replace function record_changed_prices() returns trigger language plpgsql as $$
declare
  changed constant text[] := array(
    select id
    from (
      select id, row(amount, currency_code, region_id, min_quantity, price_list_id, variant_id, deleted_at) as terms from after
      union all
      select id, row(amount, currency_code, region_id, min_quantity, price_list_id, variant_id, deleted_at) from before
    ) written
    group by id having count(distinct terms) > 1);
begin
  perform record_prices(changed);
  return null;
end $$`
