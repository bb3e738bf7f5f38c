import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { earliestRestorable } from '#entities/platform/archive/restorable-days.ts'

export interface DeletedProduct {
  id: string
  title: string
  thumbnail: string | null
  deleted_at: Date
  variant_count: number
}

const MOST = 200

/** The products that can be restored, the last deleted first. */
export async function findDeletedProducts(em: EntityManager): Promise<DeletedProduct[]> {
  const rows = await selectDeleted(em, earliestRestorable(), MOST)
  return rows.map((row) => ({ ...row, deleted_at: new Date(row.deleted_at) }))
}

type DeletedRow = Omit<DeletedProduct, 'deleted_at'> & { deleted_at: string }

const selectDeleted = statement<DeletedRow, [after: Date, limit: number]>(`
  select p.id, p.title, p.thumbnail, to_json(p.deleted_at) #>> '{}' as deleted_at, (
    select count(*)::int from product_variant v where v.product_id = p.id and v.deleted_at = p.deleted_at
  ) as variant_count
  from product p where p.deleted_at >= $1 order by p.deleted_at desc, p.id limit $2`)
