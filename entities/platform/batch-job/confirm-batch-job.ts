import type { EntityManager } from '@mikro-orm/postgresql'
import { assertCanCreateBatchJob, type BatchJobKey } from '#entities/people/api-key/assert-can-create-batch-job.ts'
import { announce } from '../event/announce.ts'
import type { BatchType, BatchTypes } from './batch-type.ts'
import { enqueueBatchJob } from './enqueue-batch-job.ts'
import { lockOwnBatchJob } from './find-batch-job.ts'

/** The job of an uninstalled type fails when it runs. */
const GONE: Pick<BatchType, 'kind' | 'does'> = { kind: 'export', does: [] }

/** @throws NotFound, NotAllowed, Forbidden */
export async function confirmBatchJob(
  em: EntityManager,
  types: BatchTypes,
  { id, userId, key }: { id: string; userId: string; key: BatchJobKey },
): Promise<void> {
  const job = await lockOwnBatchJob(em, id, userId)
  const type = types[job.type] ?? GONE
  assertCanCreateBatchJob(key, type)
  job.moveTo('confirmed')
  await announce(em, 'batch.confirmed', { id })
  await enqueueBatchJob(em, job, type)
}
