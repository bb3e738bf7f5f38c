import { NotAllowed } from '../errors.ts'
import { mayFollow } from '../may-follow.ts'

/** Where a batch job may go from each of its states. Only to be canceled again is allowed twice. */
export const TRANSITIONS = {
  created: ['pre_processed', 'canceled', 'failed'],
  pre_processed: ['confirmed', 'canceled', 'failed'],
  confirmed: ['processing', 'canceled', 'failed'],
  processing: ['completed', 'canceled', 'failed'],
  completed: [],
  canceled: ['canceled'],
  failed: [],
} as const satisfies Record<string, readonly string[]>

export type BatchJobStatus = keyof typeof TRANSITIONS

/** The states that a job is moved to: each has a time of its own. */
export type BatchJobStep = Exclude<BatchJobStatus, 'created'>

export type StepTimes = { [Step in BatchJobStep as `${Step}_at`]?: Date | null | undefined }

/** A later one that has a time wins. */
const STEPS = ['pre_processed', 'confirmed', 'processing', 'completed', 'canceled', 'failed'] as const

/** The state is never stored: the times of the steps tell it. */
export function statusOf(times: StepTimes): BatchJobStatus {
  return STEPS.findLast((step) => times[`${step}_at`]) ?? 'created'
}

export const mayMove = (from: BatchJobStatus, to: BatchJobStep): boolean => mayFollow(TRANSITIONS, from, to)

/** Nothing becomes of such a job any more. */
export const hasEnded = (status: BatchJobStatus): boolean =>
  (TRANSITIONS[status] as readonly string[]).every((next) => next === status)

/** @throws NotAllowed in the words of the wire format. */
export function checkMove(from: BatchJobStatus, to: BatchJobStep): void {
  if (!mayMove(from, to)) throw new NotAllowed(refusal(from, to))
}

function refusal(from: BatchJobStatus, to: BatchJobStep): string {
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
