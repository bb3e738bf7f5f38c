import { type AnyProcedure, getTRPCErrorFromUnknown } from '@trpc/server'
import type { Context, ProcedureResult } from '#routers/context/context.ts'
import type { ProcedureMeta } from '#routers/context/meta.ts'

interface Call {
  ctx: Context
  path: string
  getRawInput: () => Promise<unknown>
}

interface Options extends Call {
  type: AnyProcedure['_def']['type']
  meta: ProcedureMeta | undefined
  input: unknown
  signal: undefined
  batchIndex: number
}

type Middleware = (options: Options & { next: Next }) => Promise<ProcedureResult>
type Next = (changes?: { ctx?: object; input?: unknown; getRawInput?: Call['getRawInput'] }) => Promise<ProcedureResult>

export interface ProcedureDefinition {
  type: AnyProcedure['_def']['type']
  meta?: ProcedureMeta
  middlewares: readonly Middleware[]
}

/**
 * Calls a procedure as the caller of tRPC does, which copies the options property by property. Each of the middlewares
 * needs two copies.
 * @throws TRPCError
 */
export async function runProcedure({ type, meta, middlewares }: ProcedureDefinition, call: Call): Promise<unknown> {
  const result = await runFrom(0, middlewares, {
    ...call,
    type,
    meta,
    input: undefined,
    signal: undefined,
    batchIndex: 0,
  })
  if (result.ok) return result.data
  throw result.error
}

async function runFrom(index: number, middlewares: readonly Middleware[], options: Options): Promise<ProcedureResult> {
  const next: Next = (changes) =>
    runFrom(index + 1, middlewares, {
      ...options,
      ...changes,
      ctx: changes?.ctx ? { ...options.ctx, ...changes.ctx } : options.ctx,
    })
  try {
    return await middlewares[index]!({ ...options, next })
  } catch (cause) {
    return { ok: false, error: getTRPCErrorFromUnknown(cause) }
  }
}
