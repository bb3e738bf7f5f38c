import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { deleteProducts } from '../../product/delete-product.ts'
import { lockProducts } from './lock-products.ts'
import { productDigestSql } from './product-digest.ts'
import type { FoundProduct, KeptProduct } from './undo-state.ts'

/** Returns the next products that the import has created, by id. */
export async function nextCreations(em: EntityManager, batchJobId: string, afterId: string, count: number) {
  const rows = await selectIds(em, batchJobId, afterId, count)
  return rows.map(({ id }) => id)
}

/** Deletes products that an import has created. Returns the ones that stay. */
export async function undoCreations(
  em: EntityManager,
  ids: readonly string[],
): Promise<{ deleted: number; kept: KeptProduct[] }> {
  await lockProducts(em, ids)
  const products = await selectProducts(em, ids)
  const kept: KeptProduct[] = products.flatMap(({ id, handle, reason }) =>
    reason === null ? [] : { id, handle, reason },
  )
  const deletable = products.filter(({ reason }) => reason === null)
  const refused = await deleteProducts(
    em,
    deletable.map(({ id }) => id),
  )
  await em.flush()
  for (const { id, handle } of deletable) if (refused.includes(id)) kept.push({ id, handle, reason: 'refused' })
  return { deleted: products.length - kept.length, kept }
}

const selectIds = statement<{ id: string }>(`
  select p.id from imported_product i join product p on p.id = i.product_id
  where i.batch_job_id = $1 and p.deleted_at is null and p.id > $2 order by p.id limit $3`)

/** A variant that a cart or an order has is sold, also if the stock is the same again. */
const selectProducts = statement<FoundProduct>(`
  select p.id, p.handle, case
    when exists (
      select from product_variant v join line_item l on l.variant_id = v.id where v.product_id = p.id) then 'sold'
    when i.digest <> ${productDigestSql()} then 'changed'
  end as reason
  from imported_product i join product p on p.id = i.product_id
  where i.product_id = any($1::text[]) and p.deleted_at is null order by p.id`)
