import { experimental_standaloneMiddleware, TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { Conflict, OutcomeUnknown, Overloaded, retryDelayOf, StorageFull, Unavailable } from '#entities/errors.ts'
import { forgetInventoryMode } from '#entities/market/store/inventory-mode.ts'
import type { Context } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { domainErrorOf, httpStatusOf, toTrpcError } from '../errors/errors.ts'
import { limitStrangers } from './limit-strangers.ts'
import { createInputReader } from './procedure-input.ts'
import { withinBudget } from './within-budget.ts'

/**
 * The outermost middleware. Reads the input in the same way for REST and tRPC, observes the call, limits the
 * response and translates errors. One middleware is faster than several.
 */
export const handleProcedure = experimental_standaloneMiddleware<{ ctx: Context; meta: ProcedureMeta }>().create(
  ({ ctx, path, type, meta, getRawInput, next }) => {
    const readInput = createInputReader({ ctx, type, meta, getRawInput })
    const call = () =>
      limitStrangers({ ctx, type, meta, getRawInput: readInput }, () => next({ getRawInput: readInput }))
    const run = async () => {
      const result = await withinBudget({ ctx, type }, call)
      if (type === 'mutation' && ctx.services.replicas) ctx.caller.recordWrite()
      return result.ok ? result : { ...result, error: translateError(result.error, { ctx, type }) }
    }
    const observed = () =>
      ctx.observer ? ctx.observer.observeProcedure({ path, route: meta?.openapi?.path }, run) : run()
    return ctx.batchSlots ? ctx.batchSlots.run(observed) : observed()
  },
)

/** tRPC reports each error of the validation as an error of the caller. */
const internalErrorOf = ({ cause }: TRPCError): TRPCError => new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause })

function translateError(error: TRPCError, { ctx, type }: { ctx: Context; type: string }): TRPCError {
  const domainError = domainErrorOf(error)
  if (!domainError) return httpStatusOf(error) === getHTTPStatusCodeFromError(error) ? error : internalErrorOf(error)
  if (domainError instanceof Conflict) forgetInventoryMode(ctx.services.orm.em)
  const delay = retryDelayOf(domainError)
  if (delay) ctx.response.headers['Retry-After'] = String(delay)
  if (!(domainError instanceof Unavailable)) return toTrpcError(domainError)
  // Only these two errors prove that a failed mutation changed nothing.
  const isCertain = type !== 'mutation' || domainError instanceof StorageFull || domainError instanceof Overloaded
  return toTrpcError(isCertain ? domainError : new OutcomeUnknown(domainError.cause))
}
