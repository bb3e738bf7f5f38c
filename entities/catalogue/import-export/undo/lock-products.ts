import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** Locks products and their variants. A cart that gets one of the variants at this moment commits first. */
export async function lockProducts(em: EntityManager, ids: readonly string[]): Promise<void> {
  await lockRows(em, ids)
  await lockVariants(em, ids)
}

const lockRows = statement(
  'select from product p where p.id = any($1::text[]) and p.deleted_at is null order by p.id for update',
)
const lockVariants = statement(
  'select from product_variant v where v.product_id = any($1::text[]) and v.deleted_at is null order by v.id for update',
)
