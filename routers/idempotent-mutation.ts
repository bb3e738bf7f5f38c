import { randomUUID } from 'node:crypto'
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { defer } from '#database/statement.ts'
import type { ProcedureContext, ResponseSaver } from './context.ts'
import {
  claimIdempotencyKey,
  findSavedResponse,
  releaseKeyStatement,
  requestHash,
  saveResponse,
  saveResponseStatement,
} from './idempotency.ts'
import type { ProcedureMeta } from './meta.ts'

interface IdempotentCall {
  ctx: Omit<ProcedureContext, 'keep'>
  path: string
  meta: ProcedureMeta | undefined
  getRawInput: () => Promise<unknown>
}

type Result = { ok: true; data: unknown } | { ok: false }

/** A mutation that is sent again with the same `Idempotency-Key` is answered again and not done again. */
export async function runIdempotently<Done extends Result>(
  { ctx, path, meta, getRawInput }: IdempotentCall,
  next: (keep: ResponseSaver) => Promise<Done>,
): Promise<Done> {
  if (meta?.forgets) return next(noopResponseSaver)
  const given = ctx.request.idempotencyKey
  const key = given ?? (meta?.issuesKey ? randomUUID() : undefined)
  if (!key) return next(noopResponseSaver)
  ctx.answer.headers['Idempotency-Key'] = key
  ctx.answer.headers['Access-Control-Expose-Headers'] = 'Idempotency-Key'
  const input = await getRawInput()
  const request = requestHash(path, ctx.user?.id ?? ctx.customer_id, input)
  // Without a transaction around it the key cannot be taken: what such a procedure does twice at once, it does once.
  const takes = meta?.transactions !== 'own'
  const earlier = given && (await (takes ? claimIdempotencyKey : findSavedResponse)(ctx.em, given, request))
  if (earlier) return { ok: true as const, data: earlier.answer, ctx, marker: middlewareMarker } as never
  const isFinal = (answer: unknown) => meta?.isFinal?.(answer, input) ?? true
  let isKept = false
  const result = await next(async (em, answer) => {
    if (!isFinal(answer)) return answer
    // Nobody else can have a key that was made here.
    if (given) await saveResponse(em, { key, request, answer })
    else await defer(em, saveResponseStatement({ key, request, answer }))
    isKept = true
    return answer
  })
  if (!result.ok || isKept) return result
  if (isFinal(result.data)) await defer(ctx.em, saveResponseStatement({ key, request, answer: result.data }))
  else if (takes) await defer(ctx.em, releaseKeyStatement(key))
  return result
}

/** For what keeps no answer. */
export const noopResponseSaver: ResponseSaver = async (_em, answer) => answer
