import type { BatchType } from '#entities/platform/batch-job/batch-type.ts'
import { assertAllowed, type Grant } from './grant.ts'

type CheckedType = Pick<BatchType, 'kind' | 'procedures' | 'proceduresOf'>

/** Without a context, only the procedures that each job of the type needs. */
export function assertCanCreateBatchJob(
  grants: readonly Grant[],
  { kind, procedures, proceduresOf }: CheckedType,
  context?: unknown,
): void {
  const more = context === undefined ? [] : (proceduresOf?.(context) ?? [])
  for (const name of [...procedures, ...more]) assertAllowed(grants, { name, reads: kind === 'export' })
}
