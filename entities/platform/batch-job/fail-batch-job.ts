import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { toUnavailableError } from '../database-errors/unavailable.ts'
import { announce } from '../event/announce.ts'
import { batchErrorsOf } from './batch-errors.ts'
import type { BatchError } from './batch-job.ts'
import type { BatchType } from './batch-type.ts'
import { changeBatchJob } from './run-batch-job.ts'
import { isBatchJobFinished } from './states.ts'

/** Fails the job. If the errors cannot be stored, the job fails with a general error instead. */
export async function failBatchJob(
  em: EntityManager,
  id: string,
  failure: { errors: BatchError[]; type: BatchType | undefined },
): Promise<void> {
  try {
    await storeFailure(em, id, failure)
  } catch (error) {
    if (toUnavailableError(error)) throw error
    const result = JSON.stringify({ errors: batchErrorsOf(error), advancement_count: 0, progress: 0 })
    await inTransaction(em, async (tx) => {
      const ended = await endJob(tx, id, result)
      if (ended.length > 0) await announce(tx, 'batch.failed', { id })
    })
  }
}

const endJob = statement<{ id: string }>(`
  update batch_job set failed_at = now(), updated_at = now(), result = $2::jsonb
  where id = $1 and num_nonnulls(completed_at, canceled_at, failed_at) = 0 returning id`)

async function storeFailure(
  em: EntityManager,
  id: string,
  { errors, type }: { errors: BatchError[]; type: BatchType | undefined },
): Promise<void> {
  await changeBatchJob(em, id, async (job, tx) => {
    if (isBatchJobFinished(job.status())) return
    job.moveTo('failed')
    job.addResult({
      errors: [...(job.result?.errors ?? []), ...errors],
      ...(type?.kind === 'import' && !type.inParts ? { advancement_count: 0, progress: 0 } : {}),
    })
    await announce(tx, 'batch.failed', { id })
  })
}
