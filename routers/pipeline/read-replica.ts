import type { TRPCError } from '@trpc/server'
import { DomainError } from '#entities/errors.ts'
import type { Context } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import type { ReplicaReader } from '../context/services.ts'

/**
 * Returns a replica if the query allows stale reads and the replica has all writes of the caller. Queries with a
 * `cart_id` and callers with a token use the primary database, because the time of their last write is unknown.
 */
export async function findReplicaReader(
  { services: { replicas }, caller }: Context,
  meta: ProcedureMeta | undefined,
  getRawInput: () => Promise<unknown>,
): Promise<ReplicaReader | undefined> {
  if (!replicas || !meta?.allowsStaleReads) return undefined
  const input = await getRawInput()
  const namesCart = typeof input === 'object' && input !== null && 'cart_id' in input
  return namesCart ? undefined : replicas.reader(caller.lastWriteAt())
}

export const isReplicaFailure = ({ code, cause }: TRPCError): boolean =>
  code === 'INTERNAL_SERVER_ERROR' && !(cause instanceof DomainError)
