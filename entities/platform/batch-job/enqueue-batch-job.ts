import type { EntityManager } from '@mikro-orm/postgresql'
import { enqueue } from '../job/enqueue.ts'
import type { BatchType } from './batch-type.ts'

/**
 * Maximum number of queue attempts. The value must be higher than the number of attempts after which the worker
 * marks the job as failed.
 */
const ATTEMPTS = 25

/** Enqueues the job. All imports share one queue, because two imports may change the same rows. */
export function enqueueBatchJob(
  em: EntityManager,
  { id }: { id: string },
  type: Pick<BatchType, 'kind'>,
): Promise<void> {
  const queue = type.kind === 'import' ? { queue: 'imports' } : {}
  return enqueue(em, 'run_batch_job', { payload: { id }, max_attempts: ATTEMPTS, ...queue })
}
