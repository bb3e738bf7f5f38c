import { Migration } from '@mikro-orm/migrations'

/**
 * Each change of the taxes of an order or a swap appends the difference to `tax_entry`, on the day of the change. So the taxes
 * of a past month never change. A canceled order or swap has no taxes.
 */
export class Migration20261226100000_tax_entries extends Migration {
  override up(): void {
    for (const sql of [tables, booking, triggers]) this.addSql(sql)
  }
}

const tables = `
alter table "order" add column taxes jsonb;
alter table swap add column taxes jsonb;
drop index if exists order_id_idx;
create index order_without_taxes on "order" (id) where taxes is null;
create index swap_without_taxes on swap (id) where taxes is null and confirmed_at is not null;
create table tax_entry (
  id bigint generated always as identity primary key,
  order_id text not null references "order" on delete cascade,
  at timestamptz not null,
  currency_code text not null,
  kind text not null check (kind in ('sale', 'refund')),
  country_code text,
  name text,
  code text,
  rate double precision not null,
  is_giftcard boolean not null,
  taxable bigint not null,
  net bigint not null,
  tax bigint not null
);
create index on tax_entry (at);
create index on tax_entry (order_id);
`

const KEY = 'kind, country_code, name, code, rate, is_giftcard'

/** The first taxes of an older order count when it was placed, and its refunds when the last one was made. */
const booking = `
create function book_taxes(booked_order text, currency text, sold_at timestamptz, refunded_at timestamptz, before jsonb, after jsonb)
returns void language sql as $$
  insert into tax_entry (order_id, at, currency_code, ${KEY}, taxable, net, tax)
  select booked_order, case kind when 'sale' then sold_at else refunded_at end, currency, ${KEY}, sum(sign * taxable), sum(sign * net),
    sum(sign * tax)
  from (select -1 as sign, before as booked union all select 1, after) sides,
    jsonb_to_recordset(booked) entry (kind text, country_code text, name text, code text, rate float8, is_giftcard boolean,
      taxable bigint, net bigint, tax bigint)
  group by ${KEY}
  having (sum(sign * taxable), sum(sign * net), sum(sign * tax)) <> (0, 0, 0)
$$;

create function taxes_while(canceled_at timestamptz, taxes jsonb) returns jsonb language sql immutable
  return case when canceled_at is null then coalesce(taxes, '[]') else '[]' end;

create function book_order_taxes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform book_taxes(new.id, new.currency_code, new.created_at, new.created_at, '[]', taxes_while(new.canceled_at, new.taxes));
  elsif old.taxes is null then
    perform book_taxes(new.id, new.currency_code, new.created_at,
      coalesce((select max(created_at) from refund where order_id = new.id), new.created_at), '[]',
      taxes_while(new.canceled_at, new.taxes));
  else
    perform book_taxes(new.id, new.currency_code, now(), now(), taxes_while(old.canceled_at, old.taxes),
      taxes_while(new.canceled_at, new.taxes));
  end if;
  return null;
end $$;

create function book_swap_taxes() returns trigger language plpgsql as $$
declare
  booked_at timestamptz := case when old.taxes is null then new.confirmed_at else now() end;
begin
  perform book_taxes(new.order_id, (select currency_code from "order" where id = new.order_id), booked_at, booked_at,
    taxes_while(old.canceled_at, old.taxes), taxes_while(new.canceled_at, new.taxes));
  return null;
end $$;
`

const CHANGED = '(old.taxes, old.canceled_at) is distinct from (new.taxes, new.canceled_at)'

const triggers = `
create trigger taxes_of_new after insert on "order" for each row when (new.taxes is not null)
  execute function book_order_taxes();
create trigger taxes_of_changed after update of taxes, canceled_at on "order" for each row when (${CHANGED})
  execute function book_order_taxes();
create trigger taxes_of_changed after update of taxes, canceled_at on swap for each row when (${CHANGED})
  execute function book_swap_taxes();
`
