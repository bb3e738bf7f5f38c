import { randomUUID } from 'node:crypto'
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { later } from '#entities/statement.ts'
import type { Keep, ProcedureContext } from './context.ts'
import { findAnswer, freeing, keepAnswer, keeping, requestHash, takeKey } from './idempotency.ts'
import type { ProcedureMeta } from './meta.ts'

interface Keyed {
  ctx: Omit<ProcedureContext, 'keep'>
  path: string
  meta: ProcedureMeta | undefined
  getRawInput: () => Promise<unknown>
}

type Result = { ok: true; data: unknown } | { ok: false }

/** A mutation that is sent again with the same `Idempotency-Key` is answered again and not done again. */
export async function onceForEachKey<Done extends Result>(
  { ctx, path, meta, getRawInput }: Keyed,
  next: (keep: Keep) => Promise<Done>,
): Promise<Done> {
  if (meta?.forgets) return next(keepNothing)
  const given = ctx.request.idempotencyKey
  const key = given ?? (meta?.issuesKey ? randomUUID() : undefined)
  if (!key) return next(keepNothing)
  ctx.answer.headers['Idempotency-Key'] = key
  ctx.answer.headers['Access-Control-Expose-Headers'] = 'Idempotency-Key'
  const input = await getRawInput()
  const request = requestHash(path, ctx.user?.id ?? ctx.customer_id, input)
  // Without a transaction around it the key cannot be taken: what such a procedure does twice at once, it does once.
  const takes = meta?.transactions !== 'own'
  const earlier = given && (await (takes ? takeKey : findAnswer)(ctx.em, given, request))
  if (earlier) return { ok: true as const, data: earlier.answer, ctx, marker: middlewareMarker } as never
  const isFinal = (answer: unknown) => meta?.isFinal?.(answer, input) ?? true
  let isKept = false
  const result = await next(async (em, answer) => {
    if (!isFinal(answer)) return answer
    // Nobody else can have a key that was made here.
    if (given) await keepAnswer(em, { key, request, answer })
    else await later(em, keeping({ key, request, answer }))
    isKept = true
    return answer
  })
  if (!result.ok || isKept) return result
  if (isFinal(result.data)) await later(ctx.em, keeping({ key, request, answer: result.data }))
  else if (takes) await later(ctx.em, freeing(key))
  return result
}

/** For what keeps no answer. */
export const keepNothing: Keep = async (_em, answer) => answer
