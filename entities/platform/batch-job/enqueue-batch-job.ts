import type { EntityManager } from '@mikro-orm/postgresql'
import { enqueue } from '../job/enqueue.ts'
import type { BatchType } from './batch-type.ts'

/** More than are ever made: who does the job gives it up before, so that it is known to have failed. */
const ATTEMPTS = 25

/** Imports are done one after another: two that change the same things would be in each other's way. */
export function enqueueBatchJob(
  em: EntityManager,
  { id }: { id: string },
  type: Pick<BatchType, 'kind'>,
): Promise<void> {
  const queue = type.kind === 'import' ? { queue: 'imports' } : {}
  return enqueue(em, 'run_batch_job', { payload: { id }, max_attempts: ATTEMPTS, ...queue })
}
