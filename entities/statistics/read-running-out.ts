import { statement } from '#database/statement.ts'

export interface RunningOut {
  id: string
  product_id: string
  title: string
  sku: string | null
  product_title: string
  inventory_quantity: number
  /** Sold in the last 30 days, without returned units. */
  units_sold: number
  /** Whole days until the stock is empty, if the shop sells as in the last 30 days. */
  days_left: number
}

/** Managed variants of published products whose stock ends within `days` days, the first one first. */
export const readRunningOut = statement<RunningOut, [days: number, limit: number]>(`
  with sold as (
    select l.variant_id, sum(l.quantity - coalesce(l.returned_quantity, 0)) as units
    from "order" o join line_item l on l.order_id = o.id
    where o.created_at >= now() - interval '30 days' and o.canceled_at is null and l.variant_id is not null and not l.is_return
    group by l.variant_id)
  select v.id, v.product_id, v.title, v.sku, p.title as product_title, v.inventory_quantity, sold.units::int as units_sold,
    floor(greatest(v.inventory_quantity, 0) * 30 / sold.units)::int as days_left
  from sold join product_variant v on v.id = sold.variant_id join product p on p.id = v.product_id
  where sold.units > 0 and v.manage_inventory and v.deleted_at is null and p.deleted_at is null and p.status = 'published'
    and greatest(v.inventory_quantity, 0) * 30 < sold.units * ($1::int + 1)
  order by greatest(v.inventory_quantity, 0)::float8 / sold.units::float8, v.id limit $2`)
