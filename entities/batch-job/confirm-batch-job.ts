import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { assertMayOrder, type OrderingKey } from './assert-may-order.ts'
import type { BatchType, BatchTypes } from './batch-type.ts'
import { enqueueBatchJob } from './enqueue-batch-job.ts'
import { lockOwnBatchJob } from './find-batch-job.ts'

/** One that is not installed any more: its job fails. */
const GONE: Pick<BatchType, 'kind' | 'does'> = { kind: 'export', does: [] }

/**
 * Has a job done that was ordered as a dry run, and is pre-processed.
 * @throws NotFound, NotAllowed, Forbidden
 */
export async function confirmBatchJob(
  em: EntityManager,
  types: BatchTypes,
  { id, userId, key }: { id: string; userId: string; key: OrderingKey },
): Promise<void> {
  const job = await lockOwnBatchJob(em, id, userId)
  const type = types[job.type] ?? GONE
  assertMayOrder(key, type)
  job.moveTo('confirmed')
  await announce(em, 'batch.confirmed', { id })
  await enqueueBatchJob(em, job, type)
}
