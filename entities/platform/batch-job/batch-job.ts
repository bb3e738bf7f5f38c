import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, softDelete, timestamps } from '#entities/base.ts'
import { User } from '#entities/people/user/user.ts'
import { assertCanMoveBatchJob, type BatchJobStatus, type BatchJobStep, batchJobStatusOf } from './states.ts'

/** What went wrong, as clients of this wire format know it. */
export interface BatchError {
  message: string
  code: string
  /** Where, as far as that is known. */
  err: { line?: number }[]
}

/** What a batch job tells of itself; more of it as it goes on. */
export interface BatchResult {
  /** How many things there are to be done, and how many of them are. */
  count?: number
  advancement_count?: number
  /** 0 to 1. */
  progress?: number
  errors?: BatchError[]
  stat_descriptors?: { key: string; name: string; message: string }[]
  file_key?: string
  /** In bytes. */
  file_size?: number
  /** Imports only: how many of each operation there are. */
  operations?: Record<string, number>
}

export const BatchJobSchema = defineEntity({
  name: 'BatchJob',
  tableName: 'batch_job',
  properties: {
    id: id('batch'),
    ...timestamps(),
    ...softDelete(),
    type: p.text(),
    created_by: p.text(),
    dry_run: flag(false),
    context: p.json<Record<string, unknown>>(),
    result: p.json<BatchResult>().nullable(),
    pre_processed_at: p.datetime(3).nullable(),
    confirmed_at: p.datetime(3).nullable(),
    processing_at: p.datetime(3).nullable(),
    completed_at: p.datetime(3).nullable(),
    canceled_at: p.datetime(3).nullable(),
    failed_at: p.datetime(3).nullable(),
    created_by_user: () => p.manyToOne(User).joinColumn('created_by').persist(false).nullable(),
  },
  filters: alive,
})

/** Work that takes longer than a request: somebody orders it, a worker does it. */
export class BatchJob extends BatchJobSchema.class {
  status(): BatchJobStatus {
    return batchJobStatusOf(this)
  }

  /** @throws NotAllowed where the job cannot get there from its state. */
  moveTo(step: BatchJobStep): void {
    assertCanMoveBatchJob(this.status(), step)
    this[`${step}_at`] = new Date()
  }

  /** Adds to what it tells, in place of what it told of the same. */
  tell(result: BatchResult): void {
    this.result = { ...this.result, ...result }
  }
}
BatchJobSchema.setClass(BatchJob)
