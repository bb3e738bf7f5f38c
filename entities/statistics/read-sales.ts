import { statement } from '#database/statement.ts'

export interface SalesOfDay {
  /** Date in the time zone, such as `2026-01-31`. */
  date: string
  region_id: string
  region_name: string
  currency_code: string
  orders: number
  /** Payments of the orders of this day, in minor units. */
  revenue: number
  /** The part of the orders that gift cards paid. */
  gift_card_total: number
  /** Refunds on this day, also of earlier orders. */
  refunded: number
}

/** `from` and `to` are dates. `to` is included. Canceled orders and canceled payments do not count. */
export const readSales = statement<SalesOfDay, [from: string, to: string, timeZone: string]>(`
  with period as (
    select $1::date::timestamp at time zone $3 as from, ($2::date + 1)::timestamp at time zone $3 as until
  ), placed as materialized (
    select id, (created_at at time zone $3)::date as day, region_id, currency_code from "order"
    where created_at >= (select "from" from period) and created_at < (select until from period) and canceled_at is null
  ), parts as (
    select day, region_id, currency_code, 1 as orders, 0::bigint as revenue, 0::bigint as gift_card_total,
      0::bigint as refunded
    from placed
    union all
    select day, region_id, o.currency_code, 0, p.amount, 0, 0
    from placed o join payment p on p.order_id = o.id where p.canceled_at is null
    union all
    select day, region_id, currency_code, 0, 0, g.amount, 0
    from placed o join gift_card_transaction g on g.order_id = o.id
    union all
    select (r.created_at at time zone $3)::date, o.region_id, o.currency_code, 0, 0, 0, r.amount
    from refund r join "order" o on o.id = r.order_id
    where r.created_at >= (select "from" from period) and r.created_at < (select until from period)
      and r.status <> 'failed'
  )
  select day::text as date, s.region_id, region.name as region_name, s.currency_code,
    sum(s.orders)::int as orders, sum(revenue)::float8 as revenue, sum(gift_card_total)::float8 as gift_card_total,
    sum(refunded)::float8 as refunded
  from parts s join region on region.id = s.region_id
  group by day, s.region_id, region.name, s.currency_code
  order by day, region.name, s.region_id, s.currency_code`)
