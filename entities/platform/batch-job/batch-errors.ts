import { DomainError } from '#entities/errors.ts'
import type { BatchError } from './batch-job.ts'
import type { FaultSummary } from './line-faults.ts'

/** The job cannot be done, for all of these reasons. */
export class BatchRefused extends DomainError {
  readonly entries: readonly BatchError[]

  constructor(entries: readonly BatchError[]) {
    super('invalid_data', entries[0]?.message ?? 'The batch job failed')
    this.entries = entries
  }
}

/** The job is not to be gone on with: it was canceled, or it has come to its end elsewhere. */
export class BatchStopped extends Error {}

/** Tells the faults that are told one by one, and how many more there are. */
export function toBatchErrors({ told, count }: FaultSummary): BatchError[] {
  const errors = told.map(({ line, reason }) => batchError(reason, [{ line }]))
  const more = count - told.length
  return more > 0 ? [...errors, batchError(`${more} more errors were found`)] : errors
}

export const batchError = (message: string, err: BatchError['err'] = []): BatchError => ({
  message,
  code: 'invalid_data',
  err,
})

/** What a job tells of an error that ended it: nothing of a fault of ours but that there was one. */
export function batchErrorsOf(error: unknown): BatchError[] {
  if (error instanceof BatchRefused) return [...error.entries]
  if (error instanceof DomainError) return [{ message: error.message, code: error.code ?? error.kind, err: [] }]
  return [{ message: 'An unknown error occurred.', code: 'unknown_error', err: [] }]
}
