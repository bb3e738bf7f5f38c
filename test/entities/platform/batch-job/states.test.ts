import { expect, test } from 'vitest'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { BatchRefused, batchErrorsOf } from '#entities/platform/batch-job/batch-errors.ts'
import {
  assertCanMoveBatchJob,
  type BatchJobStatus,
  type BatchJobStep,
  batchJobStatusOf,
  canMoveBatchJob,
  isBatchJobFinished,
} from '#entities/platform/batch-job/states.ts'

const states = ['created', 'pre_processed', 'confirmed', 'processing', 'completed', 'canceled', 'failed'] as const
const steps = states.slice(1) as BatchJobStep[]

/** An `x` is an allowed transition. Rows are the old states, columns the new states except `created`. */
const allowed: Record<BatchJobStatus, string> = {
  created: /*      */ 'x...xx',
  pre_processed: /**/ '.x..xx',
  confirmed: /*    */ '..x.xx',
  processing: /*   */ '...xxx',
  completed: /*    */ '......',
  canceled: /*     */ '....x.',
  failed: /*       */ '......',
}

test.each(
  states.flatMap((from) => steps.map((to, i) => [from, to, allowed[from][i] === 'x'] as const)),
)('a batch job may move from %s to %s: %s', (from, to, isAllowed) => {
  expect(canMoveBatchJob(from, to)).toBe(isAllowed)
  if (isAllowed) expect(() => assertCanMoveBatchJob(from, to)).not.toThrow()
  else expect(() => assertCanMoveBatchJob(from, to)).toThrow(/^Cannot /)
})

test.each<[BatchJobStatus, BatchJobStep, string]>([
  ['created', 'confirmed', 'Cannot confirm processing for a batch job that is not pre processed'],
  ['completed', 'canceled', 'Cannot cancel completed batch job'],
  ['canceled', 'pre_processed', 'Cannot mark a batch job as pre processed if it is not in created status'],
  ['created', 'processing', 'Cannot mark a batch job as processing if the status is different that confirmed'],
  ['canceled', 'completed', 'Cannot complete a batch job with status "canceled". The batch job must be processing'],
])('the transition from %s to %s is rejected with its message', (from, to, message) => {
  expect(() => assertCanMoveBatchJob(from, to)).toThrow(message)
})

test('the last step with a time determines the state', () => {
  const now = new Date()
  expect(batchJobStatusOf({})).toBe('created')
  expect(batchJobStatusOf({ pre_processed_at: now, confirmed_at: null })).toBe('pre_processed')
  expect(batchJobStatusOf({ pre_processed_at: now, confirmed_at: now, processing_at: now })).toBe('processing')
  expect(batchJobStatusOf({ pre_processed_at: now, canceled_at: now })).toBe('canceled')
  expect(states.filter(isBatchJobFinished)).toEqual(['completed', 'canceled', 'failed'])
})

test('an internal error hides its details and a domain error keeps its message', () => {
  expect(batchErrorsOf(new Error('select secret'))).toEqual([
    { message: 'An unknown error occurred.', code: 'unknown_error', err: [], reasons: [{ name: 'job_failed' }] },
  ])
  expect(batchErrorsOf(new NotFound('No such file'))).toEqual([
    { message: 'No such file', code: 'not_found', err: [], reasons: [{ name: 'entry_missing' }] },
  ])
  const entries = ['One', 'Two'].map((message) => ({ message, code: 'invalid_data', err: [] }))
  expect(batchErrorsOf(new BatchRefused(entries))).toEqual(entries)
  const twice = { name: 'duplicate_csv_column', title: 'Price' } as const
  expect(batchErrorsOf(new InvalidData('Two columns').because(twice))).toEqual([
    { message: 'Two columns', code: 'invalid_data', err: [], reasons: [twice] },
  ])
})
