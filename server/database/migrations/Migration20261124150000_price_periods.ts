import { Migration } from '@mikro-orm/migrations'

/** Records the times in which buyers can see a price. Triggers do this, because many operations and imports change prices. */
export class Migration20261124150000_price_periods extends Migration {
  override up(): void {
    for (const sql of [table, recordPrices, functions, triggers, currentPrices]) this.addSql(sql)
  }
}

const table = `
create table price_period (
  money_amount_id text not null,
  visible_from timestamptz(3) not null,
  visible_to timestamptz(3) check (visible_to > visible_from),
  variant_id text not null references product_variant on delete cascade,
  currency_code text not null,
  region_id text,
  amount bigint not null,
  price_list_id text,
  includes_tax boolean not null,
  customer_group_ids text[] not null,
  primary key (money_amount_id, visible_from)
);
create index on price_period (variant_id);
create index on price_period (visible_to);
`

const periods = (start: string) => `
  insert into price_period
  select m.id, greatest(${start}, l.starts_at), l.ends_at, m.variant_id, m.currency_code, m.region_id, m.amount,
    m.price_list_id, coalesce(l.includes_tax, false),
    array(select customer_group_id from price_list_customer_groups g where g.price_list_id = l.id order by 1)
  from money_amount m left join price_list l on l.id = m.price_list_id
  where m.deleted_at is null and m.min_quantity is null
    and (m.price_list_id is null
      or l.deleted_at is null and l.status = 'active' and (l.ends_at is null or l.ends_at > greatest(${start}, l.starts_at)))`

// A change ends the period of the price and begins a new one. A period without any time is deleted.
const recordPrices = `
create function record_prices(changed text[]) returns void language plpgsql as $$
declare
  at constant timestamptz(3) := date_trunc('milliseconds', now());
begin
  delete from price_period where money_amount_id = any(changed) and visible_from >= at;
  update price_period set visible_to = at
  where money_amount_id = any(changed) and (visible_to is null or visible_to > at);
  ${periods('at')} and m.id = any(changed);
end $$;
`

const functions = `
create function record_added_prices() returns trigger language plpgsql as $$ begin
  perform record_prices(array(select id from after));
  return null;
end $$;
create function record_changed_prices() returns trigger language plpgsql as $$ begin
  perform record_prices(array(
    select after.id from after join before using (id)
    where (after.amount, after.currency_code, after.region_id, after.min_quantity, after.price_list_id, after.variant_id,
        after.deleted_at)
      is distinct from (before.amount, before.currency_code, before.region_id, before.min_quantity, before.price_list_id,
        before.variant_id, before.deleted_at)));
  return null;
end $$;
create function record_deleted_prices() returns trigger language plpgsql as $$ begin
  perform record_prices(array(select id from before));
  return null;
end $$;
create function record_prices_of_lists() returns trigger language plpgsql as $$ begin
  perform record_prices(array(
    select m.id from after join before using (id) join money_amount m on m.price_list_id = after.id
    where (after.status, after.starts_at, after.ends_at, after.includes_tax, after.deleted_at)
      is distinct from (before.status, before.starts_at, before.ends_at, before.includes_tax, before.deleted_at)));
  return null;
end $$;
create function record_prices_of_groups() returns trigger language plpgsql as $$ begin
  perform record_prices(array(
    select id from money_amount where price_list_id in (select price_list_id from changed)));
  return null;
end $$;
`

const triggers = `
create trigger price_added after insert on money_amount
  referencing new table as after for each statement execute function record_added_prices();
create trigger price_changed after update on money_amount
  referencing old table as before new table as after for each statement execute function record_changed_prices();
create trigger price_deleted after delete on money_amount
  referencing old table as before for each statement execute function record_deleted_prices();
create trigger prices_of_list_changed after update on price_list
  referencing old table as before new table as after for each statement execute function record_prices_of_lists();
create trigger group_added after insert on price_list_customer_groups
  referencing new table as changed for each statement execute function record_prices_of_groups();
create trigger group_deleted after delete on price_list_customer_groups
  referencing old table as changed for each statement execute function record_prices_of_groups();
`

const currentPrices = periods("date_trunc('milliseconds', m.updated_at)")
