import { statement } from '#database/statement.ts'

/*
 * Database triggers append the difference of each change to the table `sale`, so that a year of a large shop is a short sum. Sums
 * are exact for the snapshot of the reader.
 */

/** The sales as the orders, payments, gift card transactions and refunds have them. */
export const ACTUAL_SALES_SQL = `(
  select sale_slot(at) as slot, region_id, currency_code, sum(orders) as orders, sum(returning_orders) as returning_orders,
    sum(revenue) as revenue, sum(gift_card_total) as gift_card_total, sum(refunded) as refunded
  from (
    select created_at as at, region_id, currency_code, 1 as orders, (exists (
        select from "order" e where e.customer_id = o.customer_id and e.created_at < o.created_at))::int as returning_orders,
      0::bigint as revenue, 0::bigint as gift_card_total, 0::bigint as refunded
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
  group by 1, 2, 3)`

const SUMS = `slot, region_id, currency_code, sum(orders), sum(returning_orders), sum(revenue), sum(gift_card_total), sum(refunded)`

/** Merges the differences of each quarter of an hour. The sums do not change. */
export const sumUpSales = statement(`
  with parts as (
    delete from sale where (slot, region_id, currency_code) in (
      select slot, region_id, currency_code from sale group by 1, 2, 3 having count(*) > 1)
    returning *)
  insert into sale select ${SUMS} from parts group by 1, 2, 3`)
