import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import type { BatchTypes } from './batch-type.ts'
import { enqueueBatchJob } from './enqueue-batch-job.ts'
import { lockOwnBatchJob } from './find-batch-job.ts'

/** Has a job done that was ordered as a dry run, and is pre-processed. */
export async function confirmBatchJob(
  em: EntityManager,
  types: BatchTypes,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const job = await lockOwnBatchJob(em, id, userId)
  job.moveTo('confirmed')
  await announce(em, 'batch.confirmed', { id })
  await enqueueBatchJob(em, job, types[job.type] ?? { kind: 'export' })
}
