import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import type { BatchNotice, ImportSourceResult } from '#entities/platform/batch-job/batch-job.ts'
import { namesOf } from '#entities/platform/batch-job/kept-rows.ts'
import { importNotice } from '../import-notice.ts'
import { removeOldAddresses } from '../old-addresses/save-old-addresses.ts'
import { findHolders } from './find-holders.ts'
import { productDigestSql } from './product-digest.ts'
import { nextChanges, undoChanges } from './undo-changes.ts'
import { nextCreations, undoCreations } from './undo-creations.ts'
import { type UndoState, withKept } from './undo-state.ts'

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

/** The state before the first part. */
export async function beginUndo(em: EntityManager, batchJobId: string): Promise<UndoState> {
  await assertUndoable(em, batchJobId)
  const [counted] = await countProducts(em, batchJobId)
  const numbers = { after_line: -1, handled: 0, deleted: 0, restored: 0, total: counted?.count ?? 0 }
  return { ...numbers, step: 'created', after_id: '', kept: [], taken_ids: [] }
}

/** Checkouts of these products wait until the part commits. */
const PART = 100

/**
 * Deletes products that the import has created, or gives products that it has changed their values before. Keeps the products that
 * a user has changed since, and sold ones. The caller commits each part, or rolls each part of a preview back.
 */
export async function undoPart(em: EntityManager, batchJobId: string, state: UndoState): Promise<UndoState> {
  switch (state.step) {
    case 'created':
      return undoCreatedPart(em, batchJobId, state)
    case 'changed':
      return undoChangedPart(em, batchJobId, state)
    case 'taken':
      return undoTaken(em, batchJobId, state)
    case 'done':
      return state
  }
}

/** Returns a notice for each kind of product that stays. Call it in the transaction of the last part. */
export async function finishUndo(em: EntityManager, batchJobId: string, state: UndoState): Promise<BatchNotice[]> {
  const keptIds = state.kept_ids ?? (await selectKept(em, batchJobId)).map(({ id }) => id)
  return [...state.kept.map(keptNotice), ...(await removeOldAddresses(em, batchJobId, keptIds))]
}

async function undoCreatedPart(em: EntityManager, batchJobId: string, state: UndoState): Promise<UndoState> {
  const ids = await nextCreations(em, batchJobId, state.after_id, PART)
  const after_id = ids.at(-1)
  if (after_id === undefined) return undoChangedPart(em, batchJobId, { ...state, step: 'changed' })
  const { deleted, kept } = await undoCreations(em, ids)
  const handled = state.handled + ids.length
  return withKept({ ...state, after_id, handled, deleted: state.deleted + deleted }, kept)
}

async function undoChangedPart(em: EntityManager, batchJobId: string, state: UndoState): Promise<UndoState> {
  const rows = await nextChanges(em, batchJobId, state.after_line, PART)
  const after_line = rows.at(-1)?.line
  if (after_line === undefined) return undoTaken(em, batchJobId, { ...state, step: 'taken' })
  const { restored, kept } = await undoChanges(
    em,
    await readUndoneJob(em, batchJobId),
    rows.map(({ product_id }) => product_id),
  )
  const [taken, others] = [kept.filter(isTaken), kept.filter((product) => !isTaken(product))]
  const counts = { handled: state.handled + rows.length, restored: state.restored + restored.length }
  const taken_ids = [...state.taken_ids, ...taken.map(({ id }) => id)]
  return withKept({ ...state, ...counts, after_line, taken_ids }, others)
}

const isTaken = ({ reason }: { reason: string }) => reason === 'taken'

/** Products that exchange handles or codes get them back in one transaction. */
async function undoTaken(em: EntityManager, batchJobId: string, state: UndoState): Promise<UndoState> {
  const done: UndoState = { ...state, step: 'done', taken_ids: [] }
  if (state.taken_ids.length === 0) return done
  const taken = new Set(state.taken_ids)
  const isPreview = state.kept_ids !== undefined
  const holders = isPreview ? await findHolders(em, batchJobId, state.taken_ids) : { created: [], changed: [] }
  if (holders.created.length > 0) await undoCreations(em, holders.created)
  const ids = [...taken, ...holders.changed]
  const { restored, kept } = await undoChanges(em, await readUndoneJob(em, batchJobId), ids)
  const count = restored.filter((id) => taken.has(id)).length
  return withKept(
    { ...done, restored: state.restored + count },
    kept.filter(({ id }) => taken.has(id)),
  )
}

async function readUndoneJob(em: EntityManager, id: string) {
  const [job] = await selectJob(em, id)
  return { id, source: job?.source ?? undefined }
}

const keptNotice = (kept: UndoState['kept'][number]): BatchNotice =>
  importNotice({ name: 'undo_keeps', reason: kept.reason, count: kept.count, handles: namesOf(kept) })

const insertProducts = statement(`
  insert into imported_product (product_id, batch_job_id, digest)
  select p.id, $1, ${productDigestSql()}
  from product p where p.id in (select target_product from import_row where is_new_product and is_first)
  order by p.id`)

interface UndoableJob {
  is_recent: boolean
  source: ImportSourceResult | null
}

const selectJob = statement<UndoableJob>(`
  select completed_at > now() - interval '1 day' as is_recent, result->'source' as source
  from batch_job where id = $1 and type = 'product-import' and completed_at is not null and deleted_at is null`)

const MEMBERS_SQL = `
  (select product_id from imported_product where batch_job_id = $1
   union all select product_id from imported_change where batch_job_id = $1 and digest is not null)`

const countProducts = statement<{ count: number }>(`
  select count(*)::int as count from ${MEMBERS_SQL} m join product p on p.id = m.product_id where p.deleted_at is null`)

const selectKept = statement<{ id: string }>(`
  select p.id from ${MEMBERS_SQL} m join product p on p.id = m.product_id where p.deleted_at is null`)
