import { DomainError } from '#entities/errors.ts'
import type { BatchError, BatchErrorPlace } from './batch-job.ts'
import type { FaultSummary, LineFault, LineReason } from './line-faults.ts'

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
  const errors = reported.map(({ message, reasons, ...fault }) => batchError(message, reasons, [placeOf(fault)]))
  const more = count - reported.length
  return more > 0
    ? [...errors, batchError(`${more} more errors were found`, [{ name: 'more_errors', count: more }])]
    : errors
}

const placeOf = ({ line, sheet_row, handle, sku }: Omit<LineFault, 'message' | 'reasons'>): BatchErrorPlace => ({
  line,
  ...(sheet_row === line ? {} : { row: sheet_row }),
  ...(handle ? { handle } : {}),
  ...(sku ? { sku } : {}),
})

const batchError = (message: string, reasons: readonly LineReason[], err: BatchError['err'] = []): BatchError => ({
  message,
  code: 'invalid_data',
  err,
  reasons: [...reasons],
})

export function batchErrorsOf(error: unknown): BatchError[] {
  if (error instanceof BatchRefused) return [...error.entries]
  if (error instanceof DomainError) {
    const { message, code, kind, reason } = error
    return [{ message, code: code ?? kind, err: [], ...(reason ? { reasons: [reason] } : {}) }]
  }
  const reasons: LineReason[] = [{ name: 'job_failed' }]
  return [{ message: 'An unknown error occurred.', code: 'unknown_error', err: [], reasons }]
}
