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

const ofSlots = (table: string, condition: string) => `
  select (slot at time zone $3)::date as day, ${COLUMNS} from ${table}
  where ${condition} and slot >= day_start($1::date, $3) and slot < day_start($2::date + 1, $3)`

const IS_STORED = '(select exists (select from sales_calendar where time_zone = $3))'

/**
 * `from` and `to` are dates. `to` is included. Canceled orders and canceled payments do not count. The time zone of the stored
 * days is the fastest one.
 */
export const readSales = statement<
  Sales,
  [from: string, to: string, timeZone: string, grain: 'day' | 'month' | 'year']
>(`
  with parts as (
    select day, ${COLUMNS} from daily_sale where ${IS_STORED} and day between $1::date and $2::date
    union all ${ofSlots('quarter_hour_sale', `not ${IS_STORED}`)}
    union all ${ofSlots('sale', 'true')})
  select day::text as date, s.region_id, region.name as region_name, s.currency_code,
    orders::int, returning_orders::int, ${SALE_SUMS.slice(2)
      .map((sum) => `${sum}::float8`)
      .join(', ')}
  from (
    select greatest(date_trunc($4, day::timestamp)::date, $1::date) as day, region_id, currency_code, ${SALE_SUMS.map((sum) => `sum(${sum}) as ${sum}`).join(', ')} from parts group by 1, 2, 3
  ) s join region on region.id = s.region_id
  where (${SALE_SUMS.join(', ')}) <> (${SALE_SUMS.map(() => '0').join(', ')})
  order by day, region.name, s.region_id, s.currency_code`)
