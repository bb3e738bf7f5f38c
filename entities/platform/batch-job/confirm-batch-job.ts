import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import type { BatchType, BatchTypes } from './batch-type.ts'
import { enqueueBatchJob } from './enqueue-batch-job.ts'
import { lockOwnBatchJob } from './find-batch-job.ts'

type ConfirmedType = Pick<BatchType, 'kind' | 'procedures' | 'proceduresOf'>

const UNINSTALLED_TYPE: ConfirmedType = { kind: 'export', procedures: [] }

interface Confirmation {
  id: string
  userId: string
  assertAllowed(type: ConfirmedType, context: unknown): void
}

export async function confirmBatchJob(
  em: EntityManager,
  types: BatchTypes,
  { id, userId, assertAllowed }: Confirmation,
): Promise<void> {
  const job = await lockOwnBatchJob(em, id, userId)
  const type = types[job.type] ?? UNINSTALLED_TYPE
  assertAllowed(type, job.context)
  job.moveTo('confirmed')
  await announce(em, 'batch.confirmed', { id })
  await enqueueBatchJob(em, job, type)
}
