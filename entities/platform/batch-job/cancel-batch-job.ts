import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { lockOwnBatchJob } from './find-batch-job.ts'

export async function cancelBatchJob(em: EntityManager, id: string, userId: string): Promise<void> {
  const job = await lockOwnBatchJob(em, id, userId)
  const isFirstCancellation = job.status() !== 'canceled'
  job.moveTo('canceled')
  if (isFirstCancellation) await announce(em, 'batch.canceled', { id })
}
