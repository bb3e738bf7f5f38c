import { Migration } from '@mikro-orm/migrations'

/**
 * Differences are appended to `sale` and `variant_sale`. `fold_sales` moves them into sums of each quarter of an hour, of each
 * day in the time zone of `sales_calendar`, and of each variant. A reader adds the sums and the differences that are not moved
 * yet. The views `actual_sale` and `actual_variant_sale` compute the same from the orders.
 */
export class Migration20261217100000_daily_sales extends Migration {
  override up(): void {
    for (const sql of [columns, tables, buyers, views, ofOrders, ofLines, folding, 'select rebuild_sales()'])
      this.addSql(sql)
  }
}

const columns = `
alter table "order"
  add column is_returning boolean not null default false,
  add column sold_subtotal bigint,
  add column sold_discount bigint,
  add column sold_shipping bigint,
  add column sold_tax bigint;
create index on "order" (id) where sold_subtotal is null;
alter table sale
  add column subtotal bigint not null default 0,
  add column discount_total bigint not null default 0,
  add column shipping_total bigint not null default 0,
  add column tax_total bigint not null default 0;
`

const SUMS = [
  'orders',
  'returning_orders',
  'revenue',
  'gift_card_total',
  'refunded',
  'subtotal',
  'discount_total',
  'shipping_total',
  'tax_total',
]
const each = (write: (sum: string) => string) => SUMS.map(write).join(', ')

const totalsTable = (name: string, key: string, type: string) => `
create table ${name} (
  ${key} ${type} not null,
  region_id text not null,
  currency_code text not null,
  ${SUMS.map((sum) => `${sum} bigint not null,`).join('\n  ')}
  primary key (${key}, region_id, currency_code)
);`

const tables = `
${totalsTable('quarter_hour_sale', 'slot', 'timestamptz')}
${totalsTable('daily_sale', 'day', 'date')}
create table sales_calendar (id boolean primary key default true check (id), time_zone text not null);
insert into sales_calendar (time_zone) values ('UTC');
create table variant_sale (slot timestamptz not null, variant_id text not null, units bigint not null);
create index on variant_sale (slot);
create table variant_sale_total (
  grain text not null check (grain in ('day', 'month', 'year')),
  start date not null,
  variant_id text not null,
  units bigint not null,
  primary key (grain, start, variant_id)
);
`

/** Orders of one customer, or with one mailbox, have one buyer. The placeholder of erased customers is no mailbox. */
const buyers = `
create function buyer_mailbox(email text) returns text language sql immutable parallel safe
  return nullif(nullif(mailbox_of(email), 'erased@erased.invalid'), '');
drop index order_customer_id_idx;
create index order_customer_id_idx on "order" (customer_id, created_at, id);
create index order_mailbox_index on "order" (buyer_mailbox(email), created_at, id);

create function has_earlier_order(o "order") returns boolean language sql stable as $$
  select exists (
    select from "order" e where e.customer_id = o.customer_id and (e.created_at, e.id) < (o.created_at, o.id)
  ) or exists (
    select from "order" e
    where buyer_mailbox(e.email) = buyer_mailbox(o.email) and (e.created_at, e.id) < (o.created_at, o.id))
$$;

-- Only the next order of the same buyer can gain or lose its only earlier order.
create function mark_next_orders(o "order") returns void language sql as $$
  update "order" n set is_returning = not is_returning
  where n.is_returning <> has_earlier_order(n) and n.id in (
    select o.id
    union all (
      select e.id from "order" e where e.customer_id = o.customer_id and (e.created_at, e.id) > (o.created_at, o.id)
      order by e.customer_id, e.created_at, e.id limit 1)
    union all (
      select e.id from "order" e
      where buyer_mailbox(e.email) = buyer_mailbox(o.email) and (e.created_at, e.id) > (o.created_at, o.id)
      order by buyer_mailbox(e.email), e.created_at, e.id limit 1))
$$;

-- Two orders of one buyer at the same time would not see each other.
create function lock_buyers(variadic keys text[]) returns void language sql as $$
  select pg_advisory_xact_lock(hash) from (
    select distinct hashtextextended('buyer ' || key, 0) as hash from unnest(keys) key where key is not null order by 1
  ) hashes
$$;

create function mark_new_order() returns trigger language plpgsql as $$
begin
  perform lock_buyers(new.customer_id, buyer_mailbox(new.email));
  new.is_returning := has_earlier_order(new);
  return new;
end $$;
create trigger returning_new before insert on "order" for each row execute function mark_new_order();

create function mark_changed_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_next_orders(new);
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform lock_buyers(old.customer_id, buyer_mailbox(old.email));
  else
    perform lock_buyers(old.customer_id, buyer_mailbox(old.email), new.customer_id, buyer_mailbox(new.email));
    perform mark_next_orders(new);
  end if;
  perform mark_next_orders(old);
  return null;
end $$;
create trigger returning_next after insert or delete on "order" for each row execute function mark_changed_order();
create trigger returning_changed after update of created_at, customer_id, email on "order"
  for each row when ((old.created_at, old.customer_id, old.email) is distinct from (new.created_at, new.customer_id, new.email))
  execute function mark_changed_order();
`

const views = `
create view actual_sale as
select sale_slot(at) as slot, region_id, currency_code, ${each((sum) => `sum(${sum})::bigint as ${sum}`)}
from (
  select created_at as at, region_id, currency_code, 1 as orders, is_returning::int as returning_orders, 0::bigint as revenue,
    0::bigint as gift_card_total, 0::bigint as refunded, coalesce(sold_subtotal, 0) as subtotal,
    coalesce(sold_discount, 0) as discount_total, coalesce(sold_shipping, 0) as shipping_total, coalesce(sold_tax, 0) as tax_total
  from "order" where canceled_at is null
  union all
  select o.created_at, o.region_id, o.currency_code, 0, 0, p.amount, 0, 0, 0, 0, 0, 0
  from payment p join "order" o on o.id = p.order_id where p.canceled_at is null
  union all
  select o.created_at, o.region_id, o.currency_code, 0, 0, 0, g.amount, 0, 0, 0, 0, 0
  from gift_card_transaction g join "order" o on o.id = g.order_id where o.canceled_at is null
  union all
  select r.created_at, o.region_id, o.currency_code, 0, 0, 0, 0, r.amount, 0, 0, 0, 0
  from refund r join "order" o on o.id = r.order_id where r.status <> 'failed'
) parts
group by 1, 2, 3;

create view actual_variant_sale as
select sale_slot(o.created_at) as slot, l.variant_id, (l.quantity - coalesce(l.returned_quantity, 0))::bigint as units
from line_item l join "order" o on o.id = l.order_id
where o.canceled_at is null and l.variant_id is not null and not l.is_return;

create view actual_returning_order as
select id, is_returning, (
    row_number() over (partition by customer_id order by created_at, id) > 1
    or (buyer_mailbox(email) is not null
      and row_number() over (partition by buyer_mailbox(email) order by created_at, id) > 1)) as is_actually_returning
from "order";
`

/** Appends the order, its payments and its gift card transactions. `sign` is empty or a minus. */
const appendOrder = (row: 'old' | 'new', sign: '' | '-') => `
  insert into sale (slot, region_id, currency_code, ${SUMS.join(', ')})
  select sale_slot(${row}.created_at), ${row}.region_id, ${row}.currency_code, ${sign}is_valid,
    ${sign}(is_valid * ${row}.is_returning::int), ${sign}paid, ${sign}(is_valid * cards), 0,
    ${['subtotal', 'discount', 'shipping', 'tax'].map((part) => `${sign}(is_valid * coalesce(${row}.sold_${part}, 0))`).join(', ')}
  from (select (${row}.canceled_at is null)::int as is_valid) facts;`

const FACTS =
  'created_at, region_id, currency_code, canceled_at, is_returning, sold_subtotal, sold_discount, sold_shipping, sold_tax'
const factsOf = (row: string) =>
  FACTS.split(', ')
    .map((fact) => `${row}.${fact}`)
    .join(', ')

const ofOrders = `
create or replace function order_sales() returns trigger language plpgsql as $$
declare
  paid bigint := 0;
  cards bigint := 0;
begin
  if tg_op = 'UPDATE' then
    select coalesce(sum(amount), 0) into paid from payment where order_id = new.id and canceled_at is null;
    select coalesce(sum(amount), 0) into cards from gift_card_transaction where order_id = new.id;
  end if;
  if tg_op <> 'INSERT' then ${appendOrder('old', '-')} end if;
  if tg_op <> 'DELETE' then ${appendOrder('new', '')} end if;
  if tg_op = 'UPDATE' then
    if (old.region_id, old.currency_code) <> (new.region_id, new.currency_code) then
      insert into sale (slot, region_id, currency_code, orders, returning_orders, revenue, gift_card_total, refunded)
      select sale_slot(r.created_at), k.region_id, k.currency_code, 0, 0, 0, 0, k.factor * r.amount
      from refund r, (values (old.region_id, old.currency_code, -1), (new.region_id, new.currency_code, 1))
        k (region_id, currency_code, factor)
      where r.order_id = new.id and r.status <> 'failed';
    end if;
    if (old.created_at, old.canceled_at) is distinct from (new.created_at, new.canceled_at) then
      insert into variant_sale (slot, variant_id, units)
      select sale_slot(k.created_at), l.variant_id, k.factor * (l.quantity - coalesce(l.returned_quantity, 0))
      from line_item l, (values (old.created_at, old.canceled_at, -1), (new.created_at, new.canceled_at, 1))
        k (created_at, canceled_at, factor)
      where l.order_id = new.id and l.variant_id is not null and not l.is_return and k.canceled_at is null;
    end if;
  end if;
  return null;
end $$;
drop trigger sales_of_changed on "order";
create trigger sales_of_changed after update of ${FACTS} on "order"
  for each row when ((${factsOf('old')}) is distinct from (${factsOf('new')})) execute function order_sales();
`

const appendLine = (row: 'old' | 'new', sign: '' | '-') => `
  insert into variant_sale (slot, variant_id, units)
  select sale_slot(o.created_at), ${row}.variant_id, ${sign}(${row}.quantity - coalesce(${row}.returned_quantity, 0))
  from "order" o
  where o.id = ${row}.order_id and o.canceled_at is null and ${row}.variant_id is not null and not ${row}.is_return;`

const soldOf = (row: string) =>
  ['order_id', 'variant_id', 'quantity', 'returned_quantity', 'is_return'].map((name) => `${row}.${name}`).join(', ')

/** Lines of carts without an order never run the function. */
const ofLines = `
create function line_item_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then ${appendLine('old', '-')} end if;
  if tg_op <> 'DELETE' then ${appendLine('new', '')} end if;
  return null;
end $$;
create trigger sales_of_new after insert on line_item for each row when (new.order_id is not null)
  execute function line_item_sales();
create trigger sales_of_deleted after delete on line_item for each row when (old.order_id is not null)
  execute function line_item_sales();
create trigger sales_of_changed after update on line_item
  for each row when ((old.order_id is not null or new.order_id is not null)
    and (${soldOf('old')}) is distinct from (${soldOf('new')}))
  execute function line_item_sales();
`

const upsert = (table: string, key: string) => `on conflict (${key}, region_id, currency_code) do update
    set ${each((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`)}`
const KEY = 'region_id, currency_code'

const folding = `
create function fold_sales() returns void language plpgsql as $$
declare
  zone text;
begin
  select time_zone into zone from sales_calendar for update;
  with moved as (delete from sale returning *),
  slots as (
    insert into quarter_hour_sale (slot, ${KEY}, ${SUMS.join(', ')})
    select slot, ${KEY}, ${each((sum) => `sum(${sum})`)} from moved group by 1, 2, 3
    ${upsert('quarter_hour_sale', 'slot')})
  insert into daily_sale (day, ${KEY}, ${SUMS.join(', ')})
  select (slot at time zone zone)::date, ${KEY}, ${each((sum) => `sum(${sum})`)} from moved group by 1, 2, 3
  ${upsert('daily_sale', 'day')};
  with moved as (delete from variant_sale returning *)
  insert into variant_sale_total (grain, start, variant_id, units)
  select grain, date_trunc(grain, slot at time zone zone)::date, variant_id, sum(units)
  from moved, unnest('{day,month,year}'::text[]) grain group by 1, 2, 3
  on conflict (grain, start, variant_id) do update set units = variant_sale_total.units + excluded.units;
end $$;

-- Computes the sums of days again, for another time zone.
create function rebuild_sales_of_days(zone text) returns void language plpgsql as $$
begin
  update sales_calendar set time_zone = zone;
  delete from daily_sale;
  insert into daily_sale (day, ${KEY}, ${SUMS.join(', ')})
  select (slot at time zone zone)::date, ${KEY}, ${each((sum) => `sum(${sum})`)} from quarter_hour_sale group by 1, 2, 3;
  delete from variant_sale_total;
  with moved as (delete from variant_sale)
  insert into variant_sale_total (grain, start, variant_id, units)
  select 'day', (slot at time zone zone)::date, variant_id, sum(units) from actual_variant_sale group by 2, 3;
  insert into variant_sale_total (grain, start, variant_id, units)
  select longer.grain, date_trunc(longer.grain, t.start)::date, t.variant_id, sum(t.units)
  from variant_sale_total t, unnest('{month,year}'::text[]) longer (grain) group by 1, 2, 3;
end $$;

-- Computes all sums from the orders, for a program that has written orders without triggers.
create function rebuild_sales() returns void language plpgsql as $$
declare
  zone text;
begin
  select time_zone into zone from sales_calendar for update;
  update "order" o set is_returning = not o.is_returning
  from actual_returning_order a where a.id = o.id and a.is_actually_returning <> o.is_returning;
  delete from quarter_hour_sale;
  with moved as (delete from sale)
  insert into quarter_hour_sale (slot, ${KEY}, ${SUMS.join(', ')})
  select slot, ${KEY}, ${each((sum) => sum)} from actual_sale;
  perform rebuild_sales_of_days(zone);
end $$;
`
