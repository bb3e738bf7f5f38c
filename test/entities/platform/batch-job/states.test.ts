import { expect, test } from 'vitest'
import { NotFound } from '#entities/errors.ts'
import { BatchRefused, batchError, batchErrorsOf } from '#entities/platform/batch-job/batch-errors.ts'
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

/** `x`: allowed. Rows: from, columns: to, both in the order of `states`, columns without the first. */
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
)('from %s to %s: %s', (from, to, isAllowed) => {
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
])('%s is not to become %s', (from, to, message) => {
  expect(() => assertCanMoveBatchJob(from, to)).toThrow(message)
})

test('the last step that has a time is the state', () => {
  const at = new Date()
  expect(batchJobStatusOf({})).toBe('created')
  expect(batchJobStatusOf({ pre_processed_at: at, confirmed_at: null })).toBe('pre_processed')
  expect(batchJobStatusOf({ pre_processed_at: at, confirmed_at: at, processing_at: at })).toBe('processing')
  expect(batchJobStatusOf({ pre_processed_at: at, canceled_at: at })).toBe('canceled')
  expect(states.filter(isBatchJobFinished)).toEqual(['completed', 'canceled', 'failed'])
})

test('a fault of ours is told in no detail, a refusal in its own words', () => {
  expect(batchErrorsOf(new Error('select secret'))).toEqual([
    { message: 'An unknown error occurred.', code: 'unknown_error', err: [] },
  ])
  expect(batchErrorsOf(new NotFound('No such file'))).toEqual([{ message: 'No such file', code: 'not_found', err: [] }])
  expect(batchErrorsOf(new BatchRefused([batchError('One'), batchError('Two')])).map(({ message }) => message)).toEqual(
    ['One', 'Two'],
  )
})
