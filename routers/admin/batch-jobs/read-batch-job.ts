import type { EntityManager } from '@mikro-orm/postgresql'
import { BatchJob } from '#entities/batch-job/batch-job.ts'
import { checkOwner, notFound } from '#entities/batch-job/find-batch-job.ts'
import { readRow } from '../../schemas/list.ts'
import { answer } from '../../schemas/resource.ts'
import { BatchJobResource, type BatchJobView } from '../../schemas/resources/batch-job.ts'

export const view = { entity: BatchJob, resource: BatchJobResource }

export const withBatchJob = answer({ batch_job: BatchJobResource })

/**
 * The job as it is stored, for the user whose it is.
 * @throws NotFound, or NotAllowed for the job of somebody else.
 */
export async function readBatchJob(
  em: EntityManager,
  id: string,
  userId: string,
): Promise<{ batch_job: BatchJobView }> {
  const batch_job = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!batch_job) throw notFound(id)
  checkOwner(batch_job, userId)
  return { batch_job }
}
