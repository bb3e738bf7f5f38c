import { type Executor, statement } from '#database/statement.ts'
import { coverPeriod } from './cover-period.ts'

export interface TopProduct {
  id: string
  title: string
  thumbnail: string | null
  /** Without returned units. */
  units: number
}

interface TopProductsInput {
  /** A date, such as `2026-01-31`. */
  from: string
  /** Included. */
  to: string
  timeZone: string
  limit: number
}

/** Returns the products with the most sold units in a period. The time zone of the stored days is the fastest one. */
export function readTopProducts(em: Executor, { from, to, timeZone, limit }: TopProductsInput): Promise<TopProduct[]> {
  const spans = coverPeriod(from, to)
  return selectTopProducts(
    em,
    from,
    to,
    timeZone,
    limit,
    spans.map(({ grain }) => grain),
    spans.map(({ first }) => first),
    spans.map(({ last }) => last),
  )
}

const selectTopProducts = statement<
  TopProduct,
  [from: string, to: string, timeZone: string, limit: number, grains: string[], firsts: string[], lasts: string[]]
>(`
  with period as (
    select $1::date::timestamp at time zone $3 as start, ($2::date + 1)::timestamp at time zone $3 as finish,
      exists (select from sales_calendar where time_zone = $3) as is_stored),
  parts as (
    select t.variant_id, t.units
    from unnest($5::text[], $6::date[], $7::date[]) span (grain, first, last), lateral (
      select variant_id, units from variant_sale_total
      where grain = span.grain and start between span.first and span.last offset 0) t
    where (select is_stored from period)
    union all
    select variant_id, units from variant_sale
    where (select is_stored from period) and slot >= (select start from period) and slot < (select finish from period)
    union all
    select l.variant_id, l.quantity - coalesce(l.returned_quantity, 0)
    from "order" o join line_item l on l.order_id = o.id
    where not (select is_stored from period)
      and o.created_at >= (select start from period) and o.created_at < (select finish from period)
      and o.canceled_at is null and l.variant_id is not null and not l.is_return),
  sold as (
    select v.product_id, sum(of_variant.units) as units
    from (select variant_id, sum(units) as units from parts group by 1) of_variant
      join product_variant v on v.id = of_variant.variant_id
    group by 1 having sum(of_variant.units) > 0
    order by units desc, product_id)
  select p.id, p.title, p.thumbnail, sold.units::int as units
  from sold join product p on p.id = sold.product_id
  where p.deleted_at is null
  order by sold.units desc, sold.product_id limit $4`)
