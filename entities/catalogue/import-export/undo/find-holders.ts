import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { VARIANT_CODES } from '../../product/product-variant.ts'

export interface Holders {
  created: string[]
  changed: string[]
}

/**
 * Finds the products of the import that have the handles and codes which these products had before, and so on. A preview needs them in
 * the same transaction.
 */
export async function findHolders(em: EntityManager, batchJobId: string, ids: readonly string[]): Promise<Holders> {
  const holders: Holders = { created: [], changed: [] }
  for (let wanting = [...ids], known = [...ids]; wanting.length > 0; known = [...known, ...wanting]) {
    const found = await selectHolders(em, batchJobId, wanting, known)
    for (const { id, is_created } of found) holders[is_created ? 'created' : 'changed'].push(id)
    wanting = found.map(({ id }) => id)
  }
  return holders
}

const hasCodeSql = VARIANT_CODES.map((code) => `v.${code} in (select before->'variant'->>'${code}' from wanted)`).join(
  ' or ',
)

/** $2 want, and $3 are known. */
const selectHolders = statement<{ id: string; is_created: boolean }>(`
  with wanted as materialized (
    select before from imported_change where batch_job_id = $1 and product_id = any($2::text[])
  ), member as materialized (
    select product_id as id, true as is_created from imported_product where batch_job_id = $1
    union all
    select product_id, false from imported_change where batch_job_id = $1 and digest is not null
  ), holder as materialized (
    select p.id from product p where p.deleted_at is null and p.handle in (select before->>'handle' from wanted)
    union
    select v.product_id from product_variant v where v.deleted_at is null and (${hasCodeSql})
  )
  select m.id, m.is_created from member m join holder h on h.id = m.id where m.id <> all($3::text[]) order by m.id`)
