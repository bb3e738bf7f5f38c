import type { ProcedureContext } from '#routers/context/context.ts'
import type { As, CallOptions, ShopOperations } from '../plugin/operations.ts'
import { openOperations } from './open-operations.ts'
import { operationsOfCaller } from './operations-of-caller.ts'

export interface ShopInside {
  /** The operations for another caller than that of the request. */
  as: As
  /**
   * The operations for the caller of the request: with its login, its limits and its address. A login and a logout change the cookie
   * of the response, and the next request has the new login. The type parameter adds operations of other plugins. Those of a plugin that
   * the shop lacks are undefined.
   *
   * @example
   * const { store } = shopIn(ctx).asCaller<{ store: { reviews?: Reviews } }>()
   * const reviews = await store.reviews?.list({ product_id })
   */
  asCaller<Operations = ShopOperations>(options?: CallOptions): Operations
}

/**
 * Returns the operations of the API for the resolver of a procedure, or for a route. In a mutation they run in its transaction: all
 * changes are committed together, and an operation that fails changes nothing. An operation with its own transactions throws, except
 * in a route with `transaction: false`.
 *
 * @example
 * await shopIn(ctx).as({ plugin: 'rentals', scopes: ['orders.cancel'] }).admin.orders.cancel({ id })
 */
export function shopIn(ctx: ProcedureContext): ShopInside {
  const { em, providers, request, services, settings, outer, hasOwnTransactions } = ctx
  const isDryRun = request.isDryRun || outer?.isDryRun === true
  const isInTransaction = em.getTransactionContext() !== undefined
  const outerCall = isInTransaction ? { em, providers, isDryRun } : undefined
  const assertCallable = isInTransaction || hasOwnTransactions ? undefined : assertReads
  return {
    as: openOperations({
      services,
      settings,
      signal: request.signal,
      ...(outerCall && { outer: { ...outerCall, request } }),
      ...(assertCallable && { assertCallable }),
    }),
    asCaller: <Operations>(options: CallOptions = {}) =>
      operationsOfCaller<Operations>(ctx, { ...options, outer: outerCall, assertCallable }),
  }
}

function assertReads({ type, path }: { type: string; path: string }): void {
  if (type === 'mutation') throw new TypeError(`A query changes nothing, but it calls ${path}. Call it in a mutation.`)
}
