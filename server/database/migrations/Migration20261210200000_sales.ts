import { Migration } from '@mikro-orm/migrations'

/**
 * Sales of each quarter of an hour, in which each time zone has whole days. Each change of an order, a payment, a gift card
 * transaction or a refund appends a difference, so transactions do not wait for each other, and the sum is exact for the
 * snapshot of the reader. An order, its payments and its gift card transactions belong to the time of the order, and a
 * refund to its own time.
 */
export class Migration20261210200000_sales extends Migration {
  override up(): void {
    for (const sql of [table, ofOrders, ofPayments, ofGiftCards, ofRefunds, earlierSales]) this.addSql(sql)
  }
}

const table = `
create table sale (
  slot timestamptz not null,
  region_id text not null,
  currency_code text not null,
  orders bigint not null,
  returning_orders bigint not null,
  revenue bigint not null,
  gift_card_total bigint not null,
  refunded bigint not null
);
create index on sale (slot);
create function sale_slot(at timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', at, timestamptz 'epoch')
$$;
`

const COLUMNS = '(slot, region_id, currency_code, orders, returning_orders, revenue, gift_card_total, refunded)'

/** Appends the order, its payments and its gift card transactions. `sign` is empty or a minus. */
const appendOrder = (row: 'old' | 'new', sign: '' | '-') => `
  insert into sale ${COLUMNS}
  select sale_slot(${row}.created_at), ${row}.region_id, ${row}.currency_code, ${sign}is_valid, ${sign}(is_valid * is_returning),
    ${sign}paid, ${sign}(is_valid * cards), 0
  from (select (${row}.canceled_at is null)::int as is_valid, (exists (
      select from "order" e where e.customer_id = ${row}.customer_id and e.created_at < ${row}.created_at))::int as is_returning
  ) facts;`

const ofOrders = `
create function order_sales() returns trigger language plpgsql as $$
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
  if tg_op = 'UPDATE' and (old.region_id, old.currency_code) <> (new.region_id, new.currency_code) then
    insert into sale ${COLUMNS}
    select sale_slot(r.created_at), k.region_id, k.currency_code, 0, 0, 0, 0, k.factor * r.amount
    from refund r, (values (old.region_id, old.currency_code, -1), (new.region_id, new.currency_code, 1))
      k (region_id, currency_code, factor)
    where r.order_id = new.id and r.status <> 'failed';
  end if;
  return null;
end $$;
create trigger sales_of_new after insert or delete on "order" for each row execute function order_sales();
create trigger sales_of_changed after update of created_at, region_id, currency_code, canceled_at on "order"
  for each row when ((old.created_at, old.region_id, old.currency_code, old.canceled_at)
    is distinct from (new.created_at, new.region_id, new.currency_code, new.canceled_at))
  execute function order_sales();
`

/** A row of the table adds an amount to the day of its order, if the condition holds. */
const ofTable = (table: string, changed: string, insert: (row: 'old' | 'new', sign: '' | '-') => string) => `
create function ${table}_sales() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then ${insert('old', '-')} end if;
  if tg_op <> 'DELETE' then ${insert('new', '')} end if;
  return null;
end $$;
create trigger sales_of_new after insert or delete on ${table} for each row execute function ${table}_sales();
create trigger sales_of_changed after update on ${table} for each row
  when ((${fieldsOf('old', changed)}) is distinct from (${fieldsOf('new', changed)})) execute function ${table}_sales();
`

const fieldsOf = (row: string, fields: string) => fields.replaceAll('row.', `${row}.`)

const ofPayments = ofTable(
  'payment',
  'row.order_id, row.amount, row.canceled_at is null',
  (row, sign) => `
  insert into sale ${COLUMNS}
  select sale_slot(o.created_at), o.region_id, o.currency_code, 0, 0, ${sign}${row}.amount, 0, 0
  from "order" o where o.id = ${row}.order_id and ${row}.canceled_at is null;`,
)

const ofGiftCards = ofTable(
  'gift_card_transaction',
  'row.order_id, row.amount',
  (row, sign) => `
  insert into sale ${COLUMNS}
  select sale_slot(o.created_at), o.region_id, o.currency_code, 0, 0, 0, ${sign}${row}.amount, 0
  from "order" o where o.id = ${row}.order_id and o.canceled_at is null;`,
)

const ofRefunds = ofTable(
  'refund',
  `row.order_id, row.amount, row.created_at, row.status = 'failed'`,
  (row, sign) => `
  insert into sale ${COLUMNS}
  select sale_slot(${row}.created_at), o.region_id, o.currency_code, 0, 0, 0, 0, ${sign}${row}.amount
  from "order" o where o.id = ${row}.order_id and ${row}.status <> 'failed';`,
)

const earlierSales = `
insert into sale
select sale_slot(at), region_id, currency_code, sum(orders), sum(returning_orders), sum(revenue), sum(gift_card_total),
  sum(refunded)
from (
  select created_at as at, region_id, currency_code, 1 as orders,
    (exists (select from "order" e where e.customer_id = o.customer_id and e.created_at < o.created_at))::int
      as returning_orders, 0::bigint as revenue, 0::bigint as gift_card_total, 0::bigint as refunded
  from "order" o where canceled_at is null
  union all
  select o.created_at, o.region_id, o.currency_code, 0, 0, p.amount, 0, 0
  from payment p join "order" o on o.id = p.order_id where p.canceled_at is null
  union all
  select o.created_at, o.region_id, o.currency_code, 0, 0, 0, g.amount, 0
  from gift_card_transaction g join "order" o on o.id = g.order_id where o.canceled_at is null
  union all
  select r.created_at, o.region_id, o.currency_code, 0, 0, 0, 0, r.amount
  from refund r join "order" o on o.id = r.order_id where r.status <> 'failed'
) parts
group by 1, 2, 3;
`
