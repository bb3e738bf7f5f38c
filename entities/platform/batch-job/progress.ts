import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { BatchResult } from './batch-job.ts'

/** Merges `progress` into the result. Returns false if the job has ended. */
export async function recordProgress(em: EntityManager, id: string, progress: BatchResult): Promise<boolean> {
  const going = Object.keys(progress).length === 0 ? await find(em, id) : await update(em, id, JSON.stringify(progress))
  return going.length > 0
}

const GOING = 'id = $1 and num_nonnulls(completed_at, canceled_at, failed_at) = 0'

const find = statement<{ id: string }>(`select id from batch_job where ${GOING}`)
const update = statement<{ id: string }>(`
  update batch_job set result = coalesce(result, '{}') || $2::jsonb, updated_at = now() where ${GOING} returning id`)
