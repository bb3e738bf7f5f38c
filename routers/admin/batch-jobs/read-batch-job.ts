import { batchJobNotFound, checkOwner } from '#entities/platform/batch-job/find-batch-job.ts'
import { adminMutation } from '../../procedures/row-mutation.ts'
import { rowAnswer } from '../../reading/row-answer.ts'
import { BatchJobResource } from '../../resources/batch-job.ts'

export const batchJobReadOptions = { resource: BatchJobResource }

/** @throws NotAllowed if the job belongs to another user. */
export const batchJobAnswer = rowAnswer(
  'batch_job',
  {
    ...batchJobReadOptions,
    async fill({ user }, jobs) {
      for (const job of jobs) checkOwner(job, user?.id)
      return jobs
    },
  },
  batchJobNotFound,
)
export const batchJobMutation = adminMutation(batchJobAnswer)
