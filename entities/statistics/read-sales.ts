import { statement } from '#database/statement.ts'

export interface SalesOfDay {
  /** Date in the time zone, such as `2026-01-31`. */
  date: string
  region_id: string
  region_name: string
  currency_code: string
  orders: number
  /** Orders of customers with an earlier order. */
  returning_orders: number
  /** Payments of the orders of this day, in minor units. */
  revenue: number
  /** The part of the orders that gift cards paid. */
  gift_card_total: number
  /** Refunds on this day, also of earlier orders. */
  refunded: number
}

/** `from` and `to` are dates. `to` is included. Canceled orders and canceled payments do not count. */
export const readSales = statement<SalesOfDay, [from: string, to: string, timeZone: string]>(`
  select day::text as date, s.region_id, region.name as region_name, s.currency_code, orders, returning_orders, revenue,
    gift_card_total, refunded
  from (
    select (slot at time zone $3)::date as day, region_id, currency_code, sum(orders)::int as orders,
      greatest(sum(returning_orders), 0)::int as returning_orders, sum(revenue)::float8 as revenue,
      sum(gift_card_total)::float8 as gift_card_total, sum(refunded)::float8 as refunded
    from sale
    where slot >= $1::date::timestamp at time zone $3 and slot < ($2::date + 1)::timestamp at time zone $3
    group by 1, 2, 3
  ) s join region on region.id = s.region_id
  where (orders, revenue, gift_card_total, refunded) <> (0, 0, 0, 0)
  order by day, region.name, s.region_id, s.currency_code`)
