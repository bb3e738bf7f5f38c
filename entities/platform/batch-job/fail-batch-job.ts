import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import type { BatchError } from './batch-job.ts'
import type { BatchType } from './batch-type.ts'
import { changeBatchJob } from './run-batch-job.ts'
import { isBatchJobFinished } from './states.ts'

export async function failBatchJob(
  em: EntityManager,
  id: string,
  { errors, type }: { errors: BatchError[]; type: BatchType | undefined },
): Promise<void> {
  await changeBatchJob(em, id, async (job, tx) => {
    if (isBatchJobFinished(job.status())) return
    job.moveTo('failed')
    job.addResult({
      errors: [...(job.result?.errors ?? []), ...errors],
      ...(type?.kind === 'import' ? { advancement_count: 0, progress: 0 } : {}),
    })
    await announce(tx, 'batch.failed', { id })
  })
}
