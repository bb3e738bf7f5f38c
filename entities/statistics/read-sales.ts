import { statement } from '#database/statement.ts'

/** The sales of a day, a month or a year, or of the part of it that is in the period. */
export interface Sales {
  /** Its first day in the time zone, such as `2026-01-31`. */
  date: string
  region_id: string
  region_name: string
  currency_code: string
  orders: number
  /** Orders of buyers with an earlier order. */
  returning_orders: number
  /** Payments of the orders of these days, in minor units. */
  revenue: number
  /** The part of the orders that gift cards paid. */
  gift_card_total: number
  /** Refunds on these days, also of earlier orders. */
  refunded: number
  /** The goods of the orders of these days, without taxes and before discounts. */
  subtotal: number
  discount_total: number
  /** Without taxes. */
  shipping_total: number
  tax_total: number
}

/** The columns of sums of sales. */
export const SALE_SUMS = [
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
const COLUMNS = ['region_id', 'currency_code', ...SALE_SUMS].join(', ')

/**
 * `from` and `to` are dates. `to` is included. Canceled orders and canceled payments do not count.
 *
 * The stored days begin in the time zone of `sales_calendar`. In another one, the hours between the two beginnings of a day move to the
 * day before, or come from it. Only the days that begin a row need this.
 */
export const readSales = statement<
  Sales,
  [from: string, to: string, timeZone: string, grain: 'day' | 'month' | 'year']
>(`
  with stored as (
    select min(day) - 2 as first, max(day) + 3 as last from daily_sale),
  range as (
    select greatest(first, $1::date) as first, least(last, $2::date + 1) as last from stored where first is not null),
  beginnings as materialized (
    select day, least(wanted, stored) as start, greatest(wanted, stored) as finish, case when wanted > stored then 1 else -1 end as sign
    from sales_calendar, (
      select greatest(start::date, first) as day
      from range, generate_series(date_trunc($4, first::timestamp), last::timestamp, ('1 ' || $4)::interval) start
      union select last from range) days, lateral (
      select day_start(day, $3) as wanted, day_start(day, time_zone) as stored offset 0) begins
    where time_zone <> $3),
  moved as materialized (
    select b.day, region_id, currency_code, ${SALE_SUMS.map((sum) => `sign * sum(${sum}) as ${sum}`).join(', ')}
    from beginnings b, lateral (
      select * from quarter_hour_sale where slot >= start and slot < finish offset 0) s
    group by 1, 2, 3, sign),
  parts as (
    select day, ${COLUMNS} from daily_sale where day between $1::date and $2::date
    union all
    select day - 1, ${COLUMNS} from moved where day > $1::date
    union all
    select day, region_id, currency_code, ${SALE_SUMS.map((sum) => `-${sum}`).join(', ')} from moved where day <= $2::date
    union all
    select (slot at time zone $3)::date, ${COLUMNS} from sale
    where slot >= day_start($1::date, $3) and slot < day_start($2::date + 1, $3))
  select day::text as date, s.region_id, region.name as region_name, s.currency_code,
    orders::int, returning_orders::int, ${SALE_SUMS.slice(2)
      .map((sum) => `${sum}::float8`)
      .join(', ')}
  from (
    select greatest(date_trunc($4, day::timestamp)::date, $1::date) as day, region_id, currency_code, ${SALE_SUMS.map((sum) => `sum(${sum}) as ${sum}`).join(', ')} from parts group by 1, 2, 3
  ) s join region on region.id = s.region_id
  where (${SALE_SUMS.join(', ')}) <> (${SALE_SUMS.map(() => '0').join(', ')})
  order by day, region.name, s.region_id, s.currency_code`)
