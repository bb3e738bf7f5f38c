import { statement } from '#database/statement.ts'

export interface RunningOut {
  id: string
  product_id: string
  title: string
  sku: string | null
  product_title: string
  inventory_quantity: number
  /** Sold on the last 30 days, today included, without returned units. */
  units_sold: number
  /** Whole days until the stock is empty, if the shop sells as in the last 30 days. */
  days_left: number
}

/** Managed variants of published products whose stock ends within `days` days, the first one first. */
export const readRunningOut = statement<RunningOut, [days: number, limit: number]>(`
  with period as (
    select (now() at time zone time_zone)::date - 29 as first,
      day_start((now() at time zone time_zone)::date - 29, time_zone) as start
    from sales_calendar),
  sold as (
    select variant_id, sum(units) as units from (
      select variant_id, units from variant_sale_total where grain = 'day' and start >= (select first from period)
      union all
      select variant_id, units from variant_sale where slot >= (select start from period)
    ) parts group by 1)
  select v.id, v.product_id, v.title, v.sku, p.title as product_title, v.inventory_quantity, sold.units::int as units_sold,
    floor(greatest(v.inventory_quantity, 0) * 30 / sold.units)::int as days_left
  from sold join product_variant v on v.id = sold.variant_id join product p on p.id = v.product_id
  where sold.units > 0 and v.manage_inventory and v.deleted_at is null and p.deleted_at is null and p.status = 'published'
    and greatest(v.inventory_quantity, 0) * 30 < sold.units * ($1::int + 1)
  order by greatest(v.inventory_quantity, 0)::float8 / sold.units::float8, v.id limit $2`)
