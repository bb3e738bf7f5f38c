import type { ProcedureContext } from '#routers/context/context.ts'
import type { As } from '../plugin/operations.ts'
import { openOperations } from './open-operations.ts'

/**
 * Returns the operations of the API for the resolver of a procedure. In a mutation they run in its transaction: all changes are committed
 * together, and an operation that fails changes nothing. An operation with its own transactions throws.
 *
 * @example
 * await shopIn(ctx).as({ plugin: 'rentals', scopes: ['orders.cancel'] }).admin.orders.cancel({ id })
 */
export function shopIn({ em, providers, request, services, settings, outer }: ProcedureContext): { as: As } {
  const isDryRun = request.isDryRun || outer?.isDryRun === true
  const isInTransaction = em.getTransactionContext() !== undefined
  return {
    as: openOperations({
      services,
      settings,
      signal: request.signal,
      ...(isInTransaction ? { outer: { em, providers, isDryRun, request } } : { assertCallable: assertReads }),
    }),
  }
}

function assertReads({ type, path }: { type: string; path: string }): void {
  if (type === 'mutation') throw new TypeError(`A query changes nothing, but it calls ${path}. Call it in a mutation.`)
}
