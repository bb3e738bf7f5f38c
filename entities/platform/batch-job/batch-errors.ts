import { DomainError } from '#entities/errors.ts'
import type { BatchError } from './batch-job.ts'
import type { FaultSummary } from './line-faults.ts'

export class BatchRefused extends DomainError {
  readonly entries: readonly BatchError[]

  constructor(entries: readonly BatchError[]) {
    super('invalid_data', entries[0]?.message ?? 'The batch job failed')
    this.entries = entries
  }
}

/** The job was canceled, or another worker finished the job. */
export class BatchStopped extends Error {}

export function toBatchErrors({ reported, count }: FaultSummary): BatchError[] {
  const errors = reported.map(({ line, reason }) => batchError(reason, [{ line }]))
  const unreportedCount = count - reported.length
  return unreportedCount > 0 ? [...errors, batchError(`${unreportedCount} more errors were found`)] : errors
}

export const batchError = (message: string, err: BatchError['err'] = []): BatchError => ({
  message,
  code: 'invalid_data',
  err,
})

export function batchErrorsOf(error: unknown): BatchError[] {
  if (error instanceof BatchRefused) return [...error.entries]
  if (error instanceof DomainError) return [{ message: error.message, code: error.code ?? error.kind, err: [] }]
  return [{ message: 'An unknown error occurred.', code: 'unknown_error', err: [] }]
}
