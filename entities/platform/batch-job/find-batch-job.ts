import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { BatchJob } from './batch-job.ts'

export async function lockBatchJob(em: EntityManager, id: string): Promise<Row<BatchJob>> {
  const job = await lockRow(em, BatchJob, { id })
  if (!job) throw batchJobNotFound(id)
  return job
}

export async function lockOwnBatchJob(em: EntityManager, id: string, userId: string): Promise<Row<BatchJob>> {
  const job = await lockBatchJob(em, id)
  checkOwner(job, userId)
  return job
}

export function checkOwner(job: Pick<BatchJob, 'created_by'>, userId: string | undefined): void {
  if (job.created_by !== userId)
    throw new NotAllowed('Cannot access a batch job that does not belong to the logged in user').because({
      name: 'other_users_batch_job',
    })
}

export const batchJobNotFound = (id: string) => new NotFound(`Batch job with id ${id} was not found`)
