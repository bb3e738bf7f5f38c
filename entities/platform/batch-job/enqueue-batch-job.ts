import type { EntityManager } from '@mikro-orm/postgresql'
import { enqueue } from '../job/enqueue.ts'
import type { BatchType } from './batch-type.ts'

/** Must exceed the number of attempts after which the worker marks the batch job as failed. */
const MAX_ATTEMPTS = 25

/** Enqueues the job. Imports run one after another, because two imports may change the same rows. */
export function enqueueBatchJob(
  em: EntityManager,
  { id }: { id: string },
  type: Pick<BatchType, 'kind'>,
): Promise<void> {
  const queue = type.kind === 'import' ? { queue: 'imports' } : {}
  return enqueue(em, 'run_batch_job', { payload: { id }, max_attempts: MAX_ATTEMPTS, ...queue })
}
