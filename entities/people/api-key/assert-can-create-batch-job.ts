import type { BatchType } from '#entities/platform/batch-job/batch-type.ts'
import { assertInScope } from './scopes.ts'

/** An API key, or null for who calls in person. */
export type BatchJobKey = { name: string; scopes: readonly string[] } | null

/** @throws Forbidden to an API key that may not call each of the procedures that such a job does the work of. */
export function assertCanCreateBatchJob(key: BatchJobKey, { kind, does }: Pick<BatchType, 'kind' | 'does'>): void {
  if (!key) return
  for (const name of does) assertInScope(key, { name, reads: kind === 'export' })
}
