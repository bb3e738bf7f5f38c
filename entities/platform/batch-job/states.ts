import { NotAllowed } from '#entities/errors.ts'
import { canTransition } from '#entities/values/can-transition.ts'

const BATCH_JOB_TRANSITIONS = {
  created: ['pre_processed', 'canceled', 'failed'],
  pre_processed: ['confirmed', 'canceled', 'failed'],
  confirmed: ['processing', 'canceled', 'failed'],
  processing: ['completed', 'canceled', 'failed'],
  completed: [],
  canceled: ['canceled'],
  failed: [],
} as const satisfies Record<string, readonly string[]>

export type BatchJobStatus = keyof typeof BATCH_JOB_TRANSITIONS

export type BatchJobStep = Exclude<BatchJobStatus, 'created'>

export type StepTimes = { [Step in BatchJobStep as `${Step}_at`]?: Date | null | undefined }

const STEPS = ['pre_processed', 'confirmed', 'processing', 'completed', 'canceled', 'failed'] as const

export const BATCH_JOB_STATUSES = ['created', ...STEPS] as const

export function batchJobStatusOf(times: StepTimes): BatchJobStatus {
  return STEPS.findLast((step) => times[`${step}_at`]) ?? 'created'
}

export const canMoveBatchJob = (from: BatchJobStatus, to: BatchJobStep): boolean =>
  canTransition(BATCH_JOB_TRANSITIONS, from, to)

export const isBatchJobFinished = (status: BatchJobStatus): boolean =>
  (BATCH_JOB_TRANSITIONS[status] as readonly string[]).every((next) => next === status)

export function assertCanMoveBatchJob(from: BatchJobStatus, to: BatchJobStep): void {
  if (!canMoveBatchJob(from, to))
    throw new NotAllowed(refusalMessage(from, to)).because({ name: 'batch_job_status', status: from })
}

function refusalMessage(from: BatchJobStatus, to: BatchJobStep): string {
  switch (to) {
    case 'pre_processed':
      return 'Cannot mark a batch job as pre processed if it is not in created status'
    case 'confirmed':
      return 'Cannot confirm processing for a batch job that is not pre processed'
    case 'processing':
      return 'Cannot mark a batch job as processing if the status is different that confirmed'
    case 'completed':
      return `Cannot complete a batch job with status "${from}". The batch job must be processing`
    case 'canceled':
      return `Cannot cancel ${from} batch job`
    case 'failed':
      return `Cannot fail ${from} batch job`
  }
}
