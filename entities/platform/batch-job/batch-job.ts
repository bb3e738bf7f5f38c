import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, flag, id, softDelete, timestamps } from '#entities/base.ts'
import { User } from '#entities/people/user/user.ts'
import { now } from '#entities/values/clock.ts'
import type { LineReason } from './line-faults.ts'
import { assertCanMoveBatchJob, type BatchJobStatus, type BatchJobStep, batchJobStatusOf } from './states.ts'
import { storableJson } from './storable.ts'

export interface BatchError {
  message: string
  code: string
  err: BatchErrorPlace[]
  reasons?: LineReason[]
}

export interface BatchErrorPlace {
  line?: number
  /** Row number in a spreadsheet, if it is not the line. */
  row?: number
  /** The product and the variant of the line. */
  handle?: string
  sku?: string
}

/** Something that the job does, and that its user should know. */
export interface BatchNotice {
  message: string
  reasons: { name: string; [value: string]: unknown }[]
}

export interface BatchResult {
  /** Total number of items to process. */
  count?: number
  advancement_count?: number
  /** Between 0 and 1. */
  progress?: number
  /** The place of the next part, for a type `inParts`. */
  next_part?: unknown
  errors?: BatchError[]
  stat_descriptors?: { key: string; name: string; message: string }[]
  file_key?: string
  /** Size of the file, in bytes. */
  file_size?: number
  /** Number of operations by kind. Only imports set this field. */
  operations?: Record<string, number>
  /** Number of imported lines whose stock belongs to several levels, so the import ignores it. */
  ignored_quantities?: number
  /** Further effects of an import, such as erased values. */
  notices?: BatchNotice[]
  /** The program that wrote the imported file. */
  source?: ImportSourceResult
  /** The tax classes of an imported file, without the standard class. */
  tax_classes?: ImportTaxClass[]
  /** The findings of a job that neither writes a file nor changes the shop. */
  findings?: Record<string, unknown>
}

export interface ImportTaxClass {
  name: string
  /** The number of products in the file. */
  products: number
  rate_ids: string[]
}

/** Only for files of other programs. */
export interface ImportSourceResult {
  program: string
  /** The currency of prices that name none. */
  currency_code?: string
  /** Whether the shop stores prices in this currency with tax. */
  includes_tax?: boolean
  /** The columns were mapped by a person. */
  is_mapped?: boolean
}

const BatchJobSchema = defineEntity({
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

export class BatchJob extends BatchJobSchema.class {
  status(): BatchJobStatus {
    return batchJobStatusOf(this)
  }

  moveTo(step: BatchJobStep): void {
    assertCanMoveBatchJob(this.status(), step)
    this[`${step}_at`] = now()
  }

  addResult(result: BatchResult): void {
    this.result = { ...this.result, ...storableJson(result) }
  }
}
BatchJobSchema.setClass(BatchJob)
