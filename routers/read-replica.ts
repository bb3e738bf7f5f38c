import type { TRPCError } from '@trpc/server'
import { DomainError } from '#entities/errors.ts'
import type { Context, ReplicaReader } from './context.ts'
import type { ProcedureMeta } from './meta.ts'

/**
 * Where a query is read from a replica: it says itself that it may be a moment old, it names no cart, and the replica holds
 * all that its caller has written. Callers by token keep no cookies to tell when that was, and read from the primary.
 */
export async function findReplicaReader(
  { replicas, caller }: Context,
  meta: ProcedureMeta | undefined,
  getRawInput: () => Promise<unknown>,
): Promise<ReplicaReader | undefined> {
  if (!replicas || !meta?.allowsStaleReads) return undefined
  const input = await getRawInput()
  const namesCart = typeof input === 'object' && input !== null && 'cart_id' in input
  return namesCart ? undefined : replicas.reader(caller.lastWriteAt())
}

/** Whether it was the replica that failed, and not the caller: then the primary is asked the same. */
export const isReplicaFailure = ({ code, cause }: TRPCError): boolean =>
  code === 'INTERNAL_SERVER_ERROR' && !(cause instanceof DomainError)
