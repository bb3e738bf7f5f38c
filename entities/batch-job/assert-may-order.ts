import { assertInScope } from '../api-key/scopes.ts'
import type { BatchType } from './batch-type.ts'

/** An API key, or null for who calls in person. */
export type OrderingKey = { name: string; scopes: readonly string[] } | null

/** @throws Forbidden to an API key that may not call each of the procedures that such a job does the work of. */
export function assertMayOrder(key: OrderingKey, { kind, does }: Pick<BatchType, 'kind' | 'does'>): void {
  if (!key) return
  for (const name of does) assertInScope(key, { name, reads: kind === 'export' })
}
