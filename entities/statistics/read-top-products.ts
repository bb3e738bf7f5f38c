import { statement } from '#database/statement.ts'

export interface TopProduct {
  id: string
  title: string
  thumbnail: string | null
  /** Without returned units. */
  units: number
}

/** The products with the most sold units in a period. `from` and `to` are dates. `to` is included. */
export const readTopProducts = statement<TopProduct, [from: string, to: string, timeZone: string, limit: number]>(`
  with sold as (
    select l.variant_id, sum(l.quantity - coalesce(l.returned_quantity, 0)) as units
    from "order" o join line_item l on l.order_id = o.id
    where o.created_at >= $1::date::timestamp at time zone $3 and o.created_at < ($2::date + 1)::timestamp at time zone $3
      and o.canceled_at is null and l.variant_id is not null and not l.is_return
    group by l.variant_id)
  select p.id, p.title, p.thumbnail, sum(sold.units)::int as units
  from sold join product_variant v on v.id = sold.variant_id join product p on p.id = v.product_id
  where p.deleted_at is null
  group by p.id
  having sum(sold.units) > 0
  order by units desc, p.id limit $4`)
