import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** Returns a function that locks the products of an import, and their variants, by the rows that the import has recorded. */
export function productLock(table: 'imported_product' | 'imported_change') {
  const ids = `select r.product_id from ${table} r where r.batch_job_id = $1`
  const lockProducts = statement(`
    select from product p where p.id in (${ids}) and p.deleted_at is null order by p.id for update`)
  const lockVariants = statement(`
    select from product_variant v where v.product_id in (${ids}) and v.deleted_at is null order by v.id for update`)
  return async (em: EntityManager, batchJobId: string): Promise<void> => {
    await lockProducts(em, batchJobId)
    await lockVariants(em, batchJobId)
  }
}
