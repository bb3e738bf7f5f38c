import type { BatchType } from '#entities/platform/batch-job/batch-type.ts'
import { assertAllowed, type Grant } from './grant.ts'

export function assertCanCreateBatchJob(
  grants: readonly Grant[],
  { kind, procedures }: Pick<BatchType, 'kind' | 'procedures'>,
): void {
  for (const name of procedures) assertAllowed(grants, { name, reads: kind === 'export' })
}
