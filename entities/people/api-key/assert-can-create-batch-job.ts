import type { BatchType } from '#entities/platform/batch-job/batch-type.ts'
import { assertInScope } from './scopes.ts'

/** API key of the caller. Null for a logged-in user. */
export type BatchJobKey = { name: string; scopes: readonly string[] } | null

export function assertCanCreateBatchJob(
  key: BatchJobKey,
  { kind, procedures }: Pick<BatchType, 'kind' | 'procedures'>,
): void {
  if (!key) return
  for (const name of procedures) assertInScope(key, { name, reads: kind === 'export' })
}
