import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { lockOwnBatchJob } from './find-batch-job.ts'

/**
 * Cancels the job. A running worker rolls back its changes. Canceling a canceled job is allowed.
 * @throws NotAllowed if the job is completed or failed.
 */
export async function cancelBatchJob(em: EntityManager, id: string, userId: string): Promise<void> {
  const job = await lockOwnBatchJob(em, id, userId)
  const isNews = job.status() !== 'canceled'
  job.moveTo('canceled')
  if (isNews) await announce(em, 'batch.canceled', { id })
}
