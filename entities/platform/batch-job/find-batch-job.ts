import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { BatchJob } from './batch-job.ts'

export function lockBatchJob(em: EntityManager, id: string): Promise<BatchJob> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
  return em.findOneOrFail(BatchJob, { id }, { ...lock, failHandler: () => batchJobNotFound(id) })
}

/** @throws NotFound; NotAllowed for the job of another user. */
export async function lockOwnBatchJob(em: EntityManager, id: string, userId: string): Promise<BatchJob> {
  const job = await lockBatchJob(em, id)
  checkOwner(job, userId)
  return job
}

/** @throws NotAllowed for the job of another user. */
export function checkOwner(job: Pick<BatchJob, 'created_by'>, userId: string | undefined): void {
  if (job.created_by !== userId)
    throw new NotAllowed('Cannot access a batch job that does not belong to the logged in user')
}

export const batchJobNotFound = (id: string) => new NotFound(`Batch job with id ${id} was not found`)
