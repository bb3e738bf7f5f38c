import type { DryRun } from '#client/index.ts'

/** Whether a procedure has returned its changes instead of making them. */
export const isDryRun = <Output>(answer: Output | DryRun<Output>): answer is DryRun<Output> =>
  typeof answer === 'object' && answer !== null && 'dry_run' in answer
