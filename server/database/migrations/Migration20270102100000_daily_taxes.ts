import { Migration } from '@mikro-orm/migrations'

/**
 * Triggers append each new or deleted entry to `tax_change`, and `fold_sales` moves it into the sums of days in `daily_tax`. So the
 * tax report of a year adds some hundred days instead of each sale. The entries stay.
 */
export class Migration20270102100000_daily_taxes extends Migration {
  override up(): void {
    for (const sql of [
      dayStart,
      tables,
      appending,
      folding,
      'select rebuild_daily_taxes(time_zone) from sales_calendar',
    ])
      this.addSql(sql)
  }
}

/** In a night in which midnight occurs twice, a day begins with the first one. */
const dayStart = `
create function day_start(day date, zone text) returns timestamptz language sql immutable as $$
  select case
    when ((day::timestamp at time zone zone - interval '1 hour') at time zone zone)::date = day
    then day::timestamp at time zone zone - interval '1 hour'
    else day::timestamp at time zone zone end
$$;
`

const KEY = 'currency_code, kind, country_code, name, code, rate, is_giftcard'
const SUMS = ['taxable', 'net', 'tax']
const sumsOf = (table: string) => `
  insert into daily_tax (day, ${KEY}, ${SUMS.join(', ')})
  select (at at time zone zone)::date, ${KEY}, ${SUMS.map((sum) => `sum(${sum})`).join(', ')} from ${table}
  group by (at at time zone zone)::date, ${KEY}`

const COLUMNS = `
  currency_code text not null,
  kind text not null,
  country_code text,
  name text,
  code text,
  rate double precision not null,
  is_giftcard boolean not null,
  taxable bigint not null,
  net bigint not null,
  tax bigint not null`

const tables = `
create table tax_change (at timestamptz not null, ${COLUMNS});
create index on tax_change (at);
create table daily_tax (day date not null, ${COLUMNS}, unique nulls not distinct (day, ${KEY}));
`

const appending = `
create function append_tax_changes() returns trigger language plpgsql as $$
declare
  sign int := tg_argv[0];
begin
  insert into tax_change (at, ${KEY}, ${SUMS.join(', ')})
  select at, ${KEY}, ${SUMS.map((sum) => `sign * ${sum}`).join(', ')} from entries;
  return null;
end $$;
create trigger taxes_of_new after insert on tax_entry referencing new table as entries
  for each statement execute function append_tax_changes('1');
create trigger taxes_of_deleted after delete on tax_entry referencing old table as entries
  for each statement execute function append_tax_changes('-1');
`

const folding = `
create function fold_taxes(zone text) returns void language sql as $$
  with moved as (delete from tax_change returning *)
  ${sumsOf('moved')}
  on conflict (day, ${KEY}) do update set ${SUMS.map((sum) => `${sum} = daily_tax.${sum} + excluded.${sum}`).join(', ')}
$$;

create function rebuild_daily_taxes(zone text) returns void language sql as $$
  delete from daily_tax;
  with moved as (delete from tax_change)
  ${sumsOf('tax_entry')}
$$;

alter function fold_sales rename to fold_sales_and_units;
create function fold_sales() returns void language plpgsql as $$
declare
  zone text;
begin
  select time_zone into zone from sales_calendar for update;
  perform fold_sales_and_units();
  perform fold_taxes(zone);
end $$;

alter function rebuild_sales_of_days rename to rebuild_days_of_sales_and_units;
create function rebuild_sales_of_days(zone text) returns void language plpgsql as $$
begin
  perform rebuild_days_of_sales_and_units(zone);
  perform rebuild_daily_taxes(zone);
end $$;
`
