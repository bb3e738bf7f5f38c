import type { EntityManager } from '@mikro-orm/postgresql'
import { batchJobNotFound, checkOwner } from '#entities/platform/batch-job/find-batch-job.ts'
import { adminMutation } from '../../procedures/row-mutation.ts'
import { readRow } from '../../reading/read-row.ts'
import { responseSchema } from '../../reading/resource.ts'
import { BatchJobResource, type BatchJobView } from '../../resources/batch-job.ts'

export const batchJobReadOptions = { resource: BatchJobResource }

/**
 * @throws NotFound if the job does not exist.
 * @throws NotAllowed if the job belongs to another user.
 */
export async function readBatchJob(
  { em, user }: { em: EntityManager; user: { id: string } | null },
  id: string,
): Promise<{ batch_job: BatchJobView }> {
  const batch_job = await readRow(em, {}, { ...batchJobReadOptions, where: [{ id }] })
  if (!batch_job) throw batchJobNotFound(id)
  checkOwner(batch_job, user?.id)
  return { batch_job }
}

export const batchJobAnswer = { response: responseSchema({ batch_job: BatchJobResource }), read: readBatchJob }
export const batchJobMutation = adminMutation(batchJobAnswer)
