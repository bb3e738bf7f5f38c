import { type Executor, statement } from '#database/statement.ts'
import { coverPeriod } from './cover-period.ts'
import {
  ofOutsideSql,
  ofStoredTimesSql,
  readStoredDays,
  STORED_DAYS_SQL,
  type StoredDaysValues,
  valuesOfDays,
} from './stored-days.ts'

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

/** Returns the products with the most sold units in a period. */
export async function readTopProducts(
  em: Executor,
  { from, to, timeZone, limit }: TopProductsInput,
): Promise<TopProduct[]> {
  const days = await readStoredDays(em, from, to, timeZone)
  const spans = coverPeriod(days.first, days.last)
  return selectTopProducts(
    em,
    ...valuesOfDays(days),
    limit,
    spans.map(({ grain }) => grain),
    spans.map(({ first }) => first),
    spans.map(({ last }) => last),
    spans.map(({ sign }) => sign),
  )
}

const selectTopProducts = statement<
  TopProduct,
  [...StoredDaysValues, limit: number, grains: string[], firsts: string[], lasts: string[], signs: number[]]
>(`
  with ${STORED_DAYS_SQL},
  parts as (
    select t.variant_id, span.sign * t.units as units
    from unnest($9::text[], $10::date[], $11::date[], $12::int[]) span (grain, first, last, sign), lateral (
      select variant_id, units from variant_sale_total
      where grain = span.grain and start between span.first and span.last offset 0) t
    where (select is_valid from stored)
    union all
    ${ofStoredTimesSql('variant_id, units', 'variant_sale', 'slot')}
    union all
    select l.variant_id, l.quantity - coalesce(l.returned_quantity, 0)
    from (${ofOutsideSql('row.id, row.canceled_at', '"order"', 'created_at')}) o join line_item l on l.order_id = o.id
    where o.canceled_at is null and l.variant_id is not null and not l.is_return),
  sold as (
    select v.product_id, sum(of_variant.units) as units
    from (select variant_id, sum(units) as units from parts group by 1) of_variant
      join product_variant v on v.id = of_variant.variant_id
    group by 1 having sum(of_variant.units) > 0
    order by units desc, product_id)
  select p.id, p.title, p.thumbnail, sold.units::int as units
  from sold join product p on p.id = sold.product_id
  where p.deleted_at is null
  order by sold.units desc, sold.product_id limit $8`)
