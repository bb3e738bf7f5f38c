import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { DomainError, NotAllowed } from '#entities/errors.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { deleteProduct } from '../../product/delete-product.ts'
import { importNotice } from '../import-notice.ts'
import { productDigestSql } from './product-digest.ts'

/** Remembers the products that the staged rows have created. Call it after all changes of the import. */
export async function recordImportedProducts(em: EntityManager, batchJobId: string): Promise<void> {
  await insertProducts(em, batchJobId)
}

/** @throws NotAllowed if the job is no import of products that has ended within a day. */
export async function assertUndoable(em: EntityManager, batchJobId: string): Promise<void> {
  const [job] = await selectJob(em, batchJobId)
  if (!job)
    throw new NotAllowed('Only a completed import of products can be undone').because({ name: 'import_not_undoable' })
  if (!job.is_recent)
    throw new NotAllowed('An import can be undone within a day. Delete its products one by one.').because({
      name: 'import_too_old',
    })
}

interface Undo {
  /** The products that the undo deletes. */
  ids: string[]
  keptIds: string[]
  notices: BatchNotice[]
}

/** Locks the products of the import, and returns the ones that neither a user nor a sale has changed since. */
export async function findUndo(em: EntityManager, batchJobId: string): Promise<Undo> {
  await lockProducts(em, batchJobId)
  await lockVariants(em, batchJobId)
  const products = await selectProducts(em, batchJobId)
  const kept = products.filter(({ reason }) => reason !== null)
  const [job] = await selectJob(em, batchJobId)
  return {
    ids: products.filter(({ reason }) => reason === null).map(({ id }) => id),
    keptIds: kept.map(({ id }) => id),
    notices: [...keptNotices(kept), ...updateNotices(job?.updated ?? 0)],
  }
}

/** Deletes the products. Returns the number of deleted ones, and notices for the products that a plugin keeps. */
export async function undoImport(
  em: EntityManager,
  ids: readonly string[],
  reportProgress: (count: number) => Promise<void>,
): Promise<{ count: number; notices: BatchNotice[]; refusedIds: string[] }> {
  const refused: KeptProduct[] = []
  for (const [i, id] of ids.entries()) {
    try {
      await deleteProduct(em, id)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.push({ id, handle: id, reason: 'refused' })
    }
    if (i % PROGRESS_STEP === 0) await em.flush().then(() => reportProgress(i))
  }
  await em.flush()
  return { count: ids.length - refused.length, notices: keptNotices(refused), refusedIds: refused.map(({ id }) => id) }
}

const PROGRESS_STEP = 50

type KeptReason = 'changed' | 'sold' | 'refused'

interface KeptProduct {
  id: string
  handle: string | null
  reason: KeptReason | null
}

const MAX_HANDLES = 20

function keptNotices(kept: readonly KeptProduct[]): BatchNotice[] {
  const byReason = Map.groupBy(kept, ({ reason }) => reason)
  return Array.from(byReason, ([reason, products]) => {
    const handles = products.slice(0, MAX_HANDLES).map(({ handle, id }) => handle ?? id)
    const values = `${handles.join(', ')}${products.length > MAX_HANDLES ? ', …' : ''}`
    return importNotice({ name: 'undo_keeps', reason: reason ?? 'changed', count: products.length, handles: values })
  })
}

const updateNotices = (count: number) => (count > 0 ? [importNotice({ name: 'undo_keeps_updates', count })] : [])

const insertProducts = statement(`
  insert into imported_product (product_id, batch_job_id, digest)
  select p.id, $1, ${productDigestSql()}
  from product p where p.id in (select target_product from import_row where is_new_product and is_first)
  order by p.id`)

const selectJob = statement<{ is_recent: boolean; updated: number }>(`
  select completed_at > now() - interval '1 day' as is_recent,
    coalesce((result->'operations'->>'PRODUCT_UPDATE')::int, 0)
      + coalesce((result->'operations'->>'VARIANT_UPDATE')::int, 0) as updated
  from batch_job where id = $1 and type = 'product-import' and completed_at is not null and deleted_at is null`)

const PRODUCTS_SQL = `
  select i.product_id from imported_product i where i.batch_job_id = $1`

const lockProducts = statement(`
  select p.id from product p where p.id in (${PRODUCTS_SQL}) and p.deleted_at is null order by p.id for update`)

const lockVariants = statement(`
  select v.id from product_variant v where v.product_id in (${PRODUCTS_SQL}) and v.deleted_at is null
  order by v.id for update`)

/** A variant that a cart or an order has is sold, also if the stock is the same again. */
const selectProducts = statement<KeptProduct>(`
  select p.id, p.handle, case
    when exists (
      select from product_variant v join line_item l on l.variant_id = v.id where v.product_id = p.id) then 'sold'
    when i.digest <> ${productDigestSql()} then 'changed'
  end as reason
  from imported_product i join product p on p.id = i.product_id
  where i.batch_job_id = $1 and p.deleted_at is null order by p.id`)
