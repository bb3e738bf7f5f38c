import { Migration } from '@mikro-orm/migrations'

/**
 * Triggers of a distributed table run on a part of it, which has a row type and a name with a number (`product_102008`), and
 * no statement joins a transition table with distributed tables. So functions take columns, not rows, and ids, not
 * transition tables.
 */
export class Migration20270106100000_triggers_in_clusters extends Migration {
  override up(): void {
    for (const sql of [versions, audit, counts, orders, stock, prices, texts, taxes]) this.addSql(sql)
  }
}

/** The name of the table, also in a trigger of a part of it. */
const TABLE_NAME = "regexp_replace(tg_table_name, '_[0-9]{6,}$', '')"

const audit = `
do $do$ begin
  execute replace(replace(pg_get_functiondef('audit_change'::regproc), 'tg_table_name', 'name_of_table'),
    'secrets constant text :=', $$name_of_table constant text := ${TABLE_NAME};
  secrets constant text :=$$);
  execute replace(replace(pg_get_functiondef('audit_inserts'::regproc), 'tg_table_name', 'name_of_table'),
    'counted integer :=', $$name_of_table constant text := ${TABLE_NAME};
  counted integer :=$$);
  execute replace(pg_get_functiondef('lock_field_target'::regproc), 'tg_table_name', $$${TABLE_NAME}$$);
  execute replace(pg_get_functiondef('refuse_deletion_of_field_target'::regproc), 'tg_table_name', $$${TABLE_NAME}$$);
  execute replace(pg_get_functiondef('count_row'::regproc), 'tg_table_name', $$${TABLE_NAME}$$);
  execute replace(pg_get_functiondef('forget_row_count'::regproc), 'tg_table_name', $$${TABLE_NAME}$$);
end $do$;
`

/** No update of a distributed table calls a volatile function. */
const versions = `
create or replace function renew_settings_version() returns trigger language plpgsql as $$
declare
  renewed constant uuid := gen_random_uuid();
begin
  update settings_version set version = renewed;
  return null;
end $$;
`

const counts = `
create function count_link(linked_product text, channel text, added integer) returns void language plpgsql as $$
declare
  is_published boolean;
begin
  select deleted_at is null and status = 'published' into is_published
  from product where id = linked_product for share;
  if is_published then
    insert into row_count values ('product_sales_channel:' || channel, added);
  end if;
end $$;

create or replace function count_changed_link() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_link(old.product_id, old.sales_channel_id, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_link(new.product_id, new.sales_channel_id, 1);
  end if;
  return null;
end $$;

drop function count_link(product_sales_channel, integer);
`

const orders = `
create function has_earlier_order(order_id text, customer text, mailbox text, placed_at timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from "order" e where e.customer_id = customer and (e.created_at, e.id) < (placed_at, order_id)
  ) or exists (
    select from "order" e where buyer_mailbox(e.email) = mailbox and (e.created_at, e.id) < (placed_at, order_id));
end $$;

create function mark_next_orders(order_id text, customer text, mailbox text, placed_at timestamptz) returns void
language plpgsql as $$
declare
  wrong text[];
begin
  wrong := array(
    select n.id from "order" n
    where n.is_returning <> has_earlier_order(n.id, n.customer_id, buyer_mailbox(n.email), n.created_at) and n.id in (
      select order_id
      union all (
        select e.id from "order" e where e.customer_id = customer and (e.created_at, e.id) > (placed_at, order_id)
        order by e.customer_id, e.created_at, e.id limit 1)
      union all (
        select e.id from "order" e where buyer_mailbox(e.email) = mailbox and (e.created_at, e.id) > (placed_at, order_id)
        order by buyer_mailbox(e.email), e.created_at, e.id limit 1)));
  if wrong <> '{}' then
    update "order" o set is_returning = not o.is_returning where o.id = any(wrong);
  end if;
end $$;

create or replace function mark_new_order() returns trigger language plpgsql as $$
begin
  perform lock_buyers(new.customer_id, buyer_mailbox(new.email));
  new.is_returning := has_earlier_order(new.id, new.customer_id, buyer_mailbox(new.email), new.created_at);
  return new;
end $$;

create or replace function mark_changed_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_next_orders(new.id, new.customer_id, buyer_mailbox(new.email), new.created_at);
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform lock_buyers(old.customer_id, buyer_mailbox(old.email));
  else
    perform lock_buyers(old.customer_id, buyer_mailbox(old.email), new.customer_id, buyer_mailbox(new.email));
    perform mark_next_orders(new.id, new.customer_id, buyer_mailbox(new.email), new.created_at);
  end if;
  perform mark_next_orders(old.id, old.customer_id, buyer_mailbox(old.email), old.created_at);
  return null;
end $$;

drop function mark_next_orders("order");
drop function has_earlier_order("order");
`

const stock = `
create or replace function refresh_stock_of_levels() returns trigger language plpgsql as $$
declare
  items constant text[] := array(select distinct inventory_item_id from changed);
  variants constant text[] := array(
    select distinct variant_id from product_variant_inventory_item where inventory_item_id = any(items));
begin
  perform refresh_variant_stock(variants);
  return null;
end $$;

create or replace function refresh_stock_of_locations() returns trigger language plpgsql as $$
declare
  locations constant text[] := array(select location_id from changed);
  variants constant text[] := array(
    select distinct link.variant_id
    from inventory_level join product_variant_inventory_item link using (inventory_item_id)
    where location_id = any(locations));
begin
  perform refresh_variant_stock(variants);
  return null;
end $$;

create or replace function announce_stock_changes() returns trigger language plpgsql as $$
declare
  stock_changed constant text := 'product-variant.stock_changed';
  variants text[];
  products text[];
begin
  select array_agg(id), array_agg(after.product_id) into variants, products
  from after join before using (id) where after.inventory_quantity <> before.inventory_quantity;
  if variants is not null and (
    exists (select from event_subscription where event_name = stock_changed)
    or exists (
      select from webhook where is_active and events && array['*', 'product-variant.*', stock_changed]))
  then
    with written as (
      insert into event (created_at, name, payload, is_private)
      select now(), stock_changed, jsonb_build_object('id', changed.id, 'product_id', changed.product_id), false
      from unnest(variants, products) as changed (id, product_id)
      where not exists (
        select from event
        where created_at = now()::timestamptz(3) and event.xmin = pg_current_xact_id()::xid
          and name = stock_changed and payload ->> 'id' = changed.id)
      returning event.id
    )
    insert into event_outbox (event_id) select id from written;
  end if;
  return null;
end $$;
`

const prices = `
create or replace function record_added_prices() returns trigger language plpgsql as $$
declare
  at constant timestamptz(3) := date_trunc('milliseconds', now());
  added constant text[] := array(select id from after);
begin
  insert into price_period
  select m.id, greatest(at, l.starts_at), l.ends_at, m.variant_id, m.currency_code, m.region_id, m.amount,
    m.price_list_id, coalesce(l.includes_tax, false),
    array(select customer_group_id from price_list_customer_groups g where g.price_list_id = l.id order by 1)
  from money_amount m left join price_list l on l.id = m.price_list_id
  where m.deleted_at is null and m.min_quantity is null
    and (m.price_list_id is null
      or l.deleted_at is null and l.status = 'active' and (l.ends_at is null or l.ends_at > greatest(at, l.starts_at)))
    and m.id = any(added);
  return null;
end $$;

create or replace function record_prices_of_lists() returns trigger language plpgsql as $$
declare
  lists constant text[] := array(
    select after.id from after join before using (id)
    where (after.status, after.starts_at, after.ends_at, after.includes_tax, after.deleted_at)
      is distinct from (before.status, before.starts_at, before.ends_at, before.includes_tax, before.deleted_at));
  prices constant text[] := array(select id from money_amount where price_list_id = any(lists));
begin
  perform record_prices(prices);
  return null;
end $$;

create or replace function record_prices_of_groups() returns trigger language plpgsql as $$
declare
  lists constant text[] := array(select price_list_id from changed);
  prices constant text[] := array(select id from money_amount where price_list_id = any(lists));
begin
  perform record_prices(prices);
  return null;
end $$;
`

const texts = `
create or replace function delete_translations() returns trigger language plpgsql as $$
declare
  ids constant text[] := array(select id from deleted);
begin
  delete from translation where row_id = any(ids);
  return null;
end $$;

create or replace function delete_option_texts() returns trigger language plpgsql as $$
declare
  ids constant text[] := array(select id from deleted);
begin
  delete from product_option_texts using (select distinct language from product_option_texts) known
  where product_option_texts.language = known.language and product_id = any(ids);
  return null;
end $$;

create or replace function store_option_texts() returns trigger language plpgsql as $$
declare
  options constant jsonb := (
    select jsonb_agg(jsonb_build_object('language', language, 'entity', entity, 'row_id', row_id, 'texts', texts))
    from written where entity in ('product_option', 'product_option_value'));
begin
  if options is null then
    return null;
  end if;
  insert into product_option_texts (language, product_id, texts)
  select language, product_id, jsonb_object_agg(row_id, text) from (
    select t.language, o.product_id, t.row_id, t.texts -> 'title' as text
    from jsonb_to_recordset(options) t (language text, entity text, row_id text, texts jsonb)
    join product_option o on o.id = t.row_id where t.entity = 'product_option'
    union all
    select t.language, o.product_id, t.row_id, t.texts -> 'value'
    from jsonb_to_recordset(options) t (language text, entity text, row_id text, texts jsonb)
    join product_option_value v on v.id = t.row_id join product_option o on o.id = v.option_id
    where t.entity = 'product_option_value'
  ) given group by product_id, language order by product_id, language
  on conflict (language, product_id) do update set texts = product_option_texts.texts || excluded.texts;
  return null;
end $$;
`

const KEY = 'kind, country_code, name, code, rate, is_giftcard'

/** No function in SQL passes a parameter to a statement on distributed tables. */
const taxes = `
create or replace function append_tax_changes() returns trigger language plpgsql as $$
declare
  sign constant int := tg_argv[0];
  entry record;
begin
  for entry in select * from entries loop
    insert into tax_change (at, currency_code, kind, country_code, name, code, rate, is_giftcard, taxable, net, tax)
    values (entry.at, entry.currency_code, entry.kind, entry.country_code, entry.name, entry.code, entry.rate,
      entry.is_giftcard, sign * entry.taxable, sign * entry.net, sign * entry.tax);
  end loop;
  return null;
end $$;

drop function book_taxes(text, text, timestamptz, timestamptz, jsonb, jsonb);
create function book_taxes(booked_order text, currency text, sold_at timestamptz, refunded_at timestamptz, before jsonb, after jsonb)
returns void language plpgsql as $$
begin
  insert into tax_entry (order_id, at, currency_code, ${KEY}, taxable, net, tax)
  select booked_order, case kind when 'sale' then sold_at else refunded_at end, currency, ${KEY}, sum(sign * taxable),
    sum(sign * net), sum(sign * tax)
  from (select -1 as sign, before as booked union all select 1, after) sides,
    jsonb_to_recordset(booked) entry (kind text, country_code text, name text, code text, rate float8, is_giftcard boolean,
      taxable bigint, net bigint, tax bigint)
  group by ${KEY}
  having (sum(sign * taxable), sum(sign * net), sum(sign * tax)) <> (0, 0, 0);
end $$;

drop function fold_taxes(text);
create function fold_taxes(zone text) returns void language plpgsql as $$
begin
  with moved as (delete from tax_change returning *)
  insert into daily_tax (day, currency_code, ${KEY}, taxable, net, tax)
  select (at at time zone zone)::date, currency_code, ${KEY}, sum(taxable), sum(net), sum(tax) from moved
  group by (at at time zone zone)::date, currency_code, ${KEY}
  on conflict (day, currency_code, ${KEY}) do update
  set taxable = daily_tax.taxable + excluded.taxable, net = daily_tax.net + excluded.net, tax = daily_tax.tax + excluded.tax;
end $$;

drop function rebuild_daily_taxes(text);
create function rebuild_daily_taxes(zone text) returns void language plpgsql as $$
begin
  delete from daily_tax;
  delete from tax_change;
  insert into daily_tax (day, currency_code, ${KEY}, taxable, net, tax)
  select (at at time zone zone)::date, currency_code, ${KEY}, sum(taxable), sum(net), sum(tax) from tax_entry
  group by (at at time zone zone)::date, currency_code, ${KEY};
end $$;
`
