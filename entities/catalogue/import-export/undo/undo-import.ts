import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { BatchNotice, ImportSourceResult } from '#entities/platform/batch-job/batch-job.ts'
import { deleteProducts } from '../../product/delete-product.ts'
import { importNotice } from '../import-notice.ts'
import { removeOldAddresses } from '../old-addresses/save-old-addresses.ts'
import { productLock } from './lock-products.ts'
import { productDigestSql } from './product-digest.ts'
import { undoChanges } from './undo-changes.ts'

/** Remembers the products that the staged rows have created. Call it after all changes of the import. */
export async function recordImportedProducts(em: EntityManager, batchJobId: string): Promise<void> {
  await insertProducts(em, batchJobId)
}

interface UndoableJob {
  is_recent: boolean
  source: ImportSourceResult | null
}

/** @throws NotAllowed if the job is no import of products that has ended within a day. */
export async function assertUndoable(em: EntityManager, batchJobId: string): Promise<UndoableJob> {
  const [job] = await selectJob(em, batchJobId)
  if (!job)
    throw new NotAllowed('Only a completed import of products can be undone').because({ name: 'import_not_undoable' })
  if (!job.is_recent)
    throw new NotAllowed('An import can be undone within a day. Delete its products one by one.').because({
      name: 'import_too_old',
    })
  return job
}

interface UndoneImport {
  operations: { PRODUCT_DELETE: number; PRODUCT_RESTORE: number }
  notices: BatchNotice[]
}

/**
 * Deletes the products that the import has created, and gives the products that it has changed their values before. Keeps the
 * products that a user has changed since, and sold ones, and names them. The caller rolls a preview back.
 */
export async function undoImport(
  em: EntityManager,
  batchJobId: string,
  reportProgress: (share: number) => Promise<void>,
): Promise<UndoneImport> {
  const job = await assertUndoable(em, batchJobId)
  const created = await undoCreations(em, batchJobId, (share) => reportProgress(share / 2))
  const undone = { id: batchJobId, source: job.source ?? undefined }
  const changed = await undoChanges(em, undone, (share) => reportProgress((1 + share) / 2))
  const kept = [...created.kept, ...changed.kept]
  const redirects = await removeOldAddresses(
    em,
    batchJobId,
    kept.map(({ id }) => id),
  )
  return {
    operations: { PRODUCT_DELETE: created.count, PRODUCT_RESTORE: changed.count },
    notices: [...keptNotices(kept), ...redirects],
  }
}

async function undoCreations(
  em: EntityManager,
  batchJobId: string,
  reportProgress: (share: number) => Promise<void>,
): Promise<{ count: number; kept: KeptProduct[] }> {
  await lockProducts(em, batchJobId)
  const products = await selectProducts(em, batchJobId)
  const kept = products.filter(({ reason }) => reason !== null)
  const deletable = products.filter(({ reason }) => reason === null)
  for (let start = 0; start < deletable.length; start += BATCH) {
    const batch = deletable.slice(start, start + BATCH)
    const refused = await deleteProducts(
      em,
      batch.map(({ id }) => id),
    )
    for (const product of batch) if (refused.includes(product.id)) kept.push({ ...product, reason: 'refused' })
    await em.flush()
    await reportProgress((start + batch.length) / deletable.length)
  }
  return { count: products.length - kept.length, kept }
}

const BATCH = 500

type KeptReason = 'changed' | 'sold' | 'taken' | 'unfit' | 'refused'

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

const insertProducts = statement(`
  insert into imported_product (product_id, batch_job_id, digest)
  select p.id, $1, ${productDigestSql()}
  from product p where p.id in (select target_product from import_row where is_new_product and is_first)
  order by p.id`)

const selectJob = statement<UndoableJob>(`
  select completed_at > now() - interval '1 day' as is_recent, result->'source' as source
  from batch_job where id = $1 and type = 'product-import' and completed_at is not null and deleted_at is null`)

const lockProducts = productLock('imported_product')

/** A variant that a cart or an order has is sold, also if the stock is the same again. */
const selectProducts = statement<KeptProduct>(`
  select p.id, p.handle, case
    when exists (
      select from product_variant v join line_item l on l.variant_id = v.id where v.product_id = p.id) then 'sold'
    when i.digest <> ${productDigestSql()} then 'changed'
  end as reason
  from imported_product i join product p on p.id = i.product_id
  where i.batch_job_id = $1 and p.deleted_at is null order by p.id`)
