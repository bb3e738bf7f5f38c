import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { announce } from '../event/announce.ts'
import { BatchJob } from './batch-job.ts'
import type { BatchType } from './batch-type.ts'
import { enqueueBatchJob } from './enqueue-batch-job.ts'

export interface NewBatchJob<Context> {
  name: string
  type: BatchType<Context>
  context: Context
  dry_run?: boolean | undefined
  created_by: string
}

export async function createBatchJob<Context>(
  em: EntityManager,
  { name, type, context, ...columns }: NewBatchJob<Context>,
): Promise<{ id: string }> {
  await type.check?.(em, context)
  const job = insertRow(em, BatchJob, { ...columns, type: name, context: context as Record<string, unknown> })
  await em.flush()
  await announce(em, 'batch.created', { id: job.id })
  await enqueueBatchJob(em, job, type)
  return job
}
