import { randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { getTRPCErrorFromUnknown, type TRPCMiddlewareFunction } from '@trpc/server'
import { defer } from '#database/statement.ts'
import type { ProcedureCall, ProcedureResult, ResponseSaver } from '../context/context.ts'
import {
  claimIdempotencyKey,
  findSavedResponse,
  releaseKeyStatement,
  requestHash,
  saveResponse,
  saveResponseStatement,
} from './idempotency.ts'

/** tRPC exports the type of a middleware, but not the type of its result. */
type MiddlewareResult = Awaited<ReturnType<TRPCMiddlewareFunction<object, object, object, object, unknown>>>

export interface SavedResult {
  ok: true
  data: unknown
  marker: MiddlewareResult['marker']
}

/** tRPC marks the type of the results of `next`, and does not read the marker. A saved response replaces `next`. */
export const marker = 'middlewareMarker' as SavedResult['marker']

/** Returns the result of a middleware that does not call `next`. */
export const replacedResult = (data: unknown): SavedResult => ({ ok: true, data, marker })

/** Returns the result of a middleware that fails before `next`. */
export const failedResult = (cause: unknown) => ({ ok: false as const, error: getTRPCErrorFromUnknown(cause), marker })

export async function runIdempotently<Result extends ProcedureResult>(
  em: EntityManager,
  { ctx, path, meta, getRawInput }: ProcedureCall,
  run: (saveResponse: ResponseSaver) => Promise<Result>,
): Promise<Result | SavedResult> {
  if (meta?.noIdempotency) return run(noopResponseSaver)
  const givenKey = ctx.request.idempotencyKey
  const key = givenKey ?? (meta?.issuesIdempotencyKey ? randomUUID() : undefined)
  if (!key) return run(noopResponseSaver)
  ctx.response.headers['Idempotency-Key'] = key
  ctx.response.headers['Access-Control-Expose-Headers'] = 'Idempotency-Key'
  const input = await getRawInput()
  const request = requestHash(path, ctx.api_key?.id ?? ctx.user?.id ?? ctx.customer_id, input)
  // A claim ends with its transaction, so a procedure with manual transactions must prevent repeated changes itself.
  const claimsKey = !meta?.manualTransactions
  const saved = givenKey && (await (claimsKey ? claimIdempotencyKey : findSavedResponse)(em, givenKey, request))
  if (saved) return replacedResult(saved.answer)
  const isFinal = (response: unknown) => meta?.isFinal?.(response, input) ?? true
  let isSaved = false
  const result = await run(async (tx, answer) => {
    if (!isFinal(answer)) return answer
    // No other request can have an issued key, so the result of this statement needs no check.
    if (givenKey) await saveResponse(tx, { key, request, answer })
    else await defer(tx, saveResponseStatement({ key, request, answer }))
    isSaved = true
    return answer
  })
  if (!result.ok || isSaved) return result
  if (isFinal(result.data)) await defer(em, saveResponseStatement({ key, request, answer: result.data }))
  else if (claimsKey) await defer(em, releaseKeyStatement(key))
  return result
}

export const noopResponseSaver: ResponseSaver = async (_em, response) => response
