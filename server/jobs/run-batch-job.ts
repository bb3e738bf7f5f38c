import { BatchJob } from '#entities/batch-job/batch-job.ts'
import { BatchRefused, errorsOf } from '#entities/batch-job/batch-refusal.ts'
import type { BatchType } from '#entities/batch-job/batch-type.ts'
import { failBatchJob } from '#entities/batch-job/fail-batch-job.ts'
import { runBatchJob } from '#entities/batch-job/run-batch-job.ts'
import { databaseRefusal } from '#entities/database-errors.ts'
import { DomainError, Unavailable } from '#entities/errors.ts'
import { installedBatchTypes } from '../batch-types/installed.ts'
import type { Task } from './job-context.ts'

/** How often a job is begun: first a fault of ours may pass, then the job itself may be what its workers die of. */
const TRIES_AFTER_FAULTS = 3
const TRIES = 10

/** Does a batch job. What is wrong with the job itself ends it at once; what may pass is tried again. */
export const runBatchJobTask: Task<'run_batch_job'> = async (context, { id }, { attempt, signal }) => {
  const { orm, files, logger, batchTypes = installedBatchTypes } = context
  const em = orm.em.fork()
  const job = await em.findOne(BatchJob, { id })
  if (!job) return
  const type: BatchType | undefined = batchTypes[job.type]
  try {
    if (!type) throw new BatchRefused([])
    if (attempt > TRIES) throw new Error(`Batch job ${id} was begun ${TRIES} times and never ended`)
    await runBatchJob(em, job, type, { files, signal })
  } catch (error) {
    if (signal.aborted) throw error
    const refusal = error instanceof DomainError ? error : databaseRefusal(error)
    const mayPass = !refusal || refusal.kind === 'conflict' || refusal instanceof Unavailable
    if (mayPass && attempt < TRIES_AFTER_FAULTS) throw error
    if (mayPass) logger.error({ err: error, batch_job: id }, 'A batch job failed')
    await failBatchJob(em, id, { errors: errorsOf(refusal ?? error), type })
  }
}
