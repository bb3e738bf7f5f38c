import { statement } from '#database/statement.ts'

export interface LowStock {
  id: string
  product_id: string
  title: string
  sku: string | null
  product_title: string
  thumbnail: string | null
  inventory_quantity: number
}

/** Managed variants of published products with at most `threshold` units, the lowest first. */
export const readLowStock = statement<LowStock, [threshold: number, limit: number]>(`
  select v.id, v.product_id, v.title, v.sku, p.title as product_title, p.thumbnail, v.inventory_quantity
  from product_variant v join product p on p.id = v.product_id
  where v.manage_inventory and v.inventory_quantity <= $1 and v.deleted_at is null and p.deleted_at is null
    and p.status = 'published'
  order by v.inventory_quantity, v.id limit $2`)
