import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { lockOwnBatchJob } from './find-batch-job.ts'

/**
 * The job is canceled, whatever a worker is doing with it: that notices, and takes back what it has done. To cancel it
 * again is no fault.
 * @throws NotAllowed for a job that is completed or has failed.
 */
export async function cancelBatchJob(em: EntityManager, id: string, userId: string): Promise<void> {
  const job = await lockOwnBatchJob(em, id, userId)
  const isNews = job.status() !== 'canceled'
  job.moveTo('canceled')
  if (isNews) await announce(em, 'batch.canceled', { id })
}
