import { findRow } from '#database/rows.ts'
import { Unavailable } from '#entities/errors.ts'
import { BatchRefused, batchErrorsOf } from '#entities/platform/batch-job/batch-errors.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import type { BatchType } from '#entities/platform/batch-job/batch-type.ts'
import { failBatchJob } from '#entities/platform/batch-job/fail-batch-job.ts'
import { runBatchJob } from '#entities/platform/batch-job/run-batch-job.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import type { Task } from '../plugin/job-context.ts'

/** A job that kills its worker ends without an error, so it can use all attempts. */
const MAX_ATTEMPTS_AFTER_FAULT = 3
const MAX_JOB_ATTEMPTS = 10

export const runBatchJobTask: Task<'run_batch_job'> = async (context, { id }, { attempt, signal }) => {
  const { orm, files, logger, batchTypes } = context
  const em = orm.em.fork()
  const job = await findRow(em, BatchJob, { id })
  if (!job) return
  const type: BatchType | undefined = batchTypes[job.type]
  try {
    if (!type) throw new BatchRefused([])
    if (attempt > MAX_JOB_ATTEMPTS)
      throw new Error(`Batch job ${id} was started ${MAX_JOB_ATTEMPTS} times and never finished`)
    await runBatchJob(em, job, type, { files, signal })
  } catch (error) {
    if (signal.aborted) throw error
    const refusal = toDomainError(error)
    const mayPass = !refusal || refusal.kind === 'conflict' || refusal instanceof Unavailable
    if (mayPass && attempt < MAX_ATTEMPTS_AFTER_FAULT) throw error
    if (mayPass) logger.error({ err: error, batch_job: id }, 'Batch job failed')
    await failBatchJob(em, id, { errors: batchErrorsOf(refusal ?? error), type })
  }
}
