import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { BatchResult } from './batch-job.ts'
import { storableJson } from './storable.ts'

/** Merges `progress` into the result. Returns false if the job has ended. */
export async function recordProgress(em: EntityManager, id: string, progress: BatchResult): Promise<boolean> {
  const rows =
    Object.keys(progress).length === 0
      ? await selectActiveJob(em, id)
      : await addToResult(em, id, JSON.stringify(storableJson(progress)))
  return rows.length > 0
}

const IS_ACTIVE = 'id = $1 and num_nonnulls(completed_at, canceled_at, failed_at) = 0'

const selectActiveJob = statement<{ id: string }>(`select id from batch_job where ${IS_ACTIVE}`)
const addToResult = statement<{ id: string }>(`
  update batch_job set result = coalesce(result, '{}') || $2::jsonb, updated_at = now() where ${IS_ACTIVE} returning id`)
