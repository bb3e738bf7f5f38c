import { randomUUID } from 'node:crypto'
import { experimental_standaloneMiddleware, initTRPC } from '@trpc/server'
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { assertInScope } from '#entities/api-key/scopes.ts'
import { Forbidden, InvalidData, NoRoom, OutcomeUnknown, Unauthorized, Unavailable } from '#entities/errors.ts'
import { audited } from './audit.ts'
import type { Context, Identity, ProcedureContext } from './context.ts'
import { errorBody, refusalOf, toTrpcError } from './errors.ts'
import { findAnswer, freeKey, keepAnswer, requestHash, takeKey } from './idempotency.ts'
import { assertWithin, type InputBounds } from './input-bounds.ts'
import { limitLogins, limitPasswordRequests } from './limits.ts'
import { nameInAdmin, type ProcedureMeta } from './meta.ts'
import { isFaultOfReader, readerOf } from './read-replica.ts'
import { asRest } from './schemas/only-trpc.ts'
import { transformer } from './transformer.ts'

/*
 * The base procedures. Each adds who may call it; all of them read their input the same way, run in a transaction where
 * they change something, and answer errors in one form.
 */

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    errorFormatter({ shape, error }) {
      const body = errorBody(error)
      const { httpStatus, path } = shape.data
      return { ...shape, message: body.message, data: { ...body, httpStatus, path } }
    },
  })

export const router = t.router
export const mergeRouters = t.mergeRouters

/** The outermost, so that it sees all of a procedure. */
const observed = t.middleware(({ ctx, path, meta, next }) =>
  ctx.observer ? ctx.observer.procedure({ path, route: meta?.openapi?.path }, next) : next(),
)

const translateErrors = t.middleware(async ({ ctx, type, next }) => {
  const result = await next()
  if (result.ok) return result
  const refusal = refusalOf(result.error)
  if (!refusal) return result
  if (!(refusal instanceof Unavailable)) throw toTrpcError(refusal)
  ctx.answer.headers['Retry-After'] = String(refusal.retryAfter)
  // Only of what has no room it is known that nothing was done.
  const isCertain = type !== 'mutation' || refusal instanceof NoRoom
  throw toTrpcError(isCertain ? refusal : new OutcomeUnknown(refusal.cause))
})

/**
 * Over REST, puts query, body and path together: the path alone is the raw input. A form is not read yet. Whoever
 * reads an input reads one that is within its bounds.
 */
const wholeInput = t.middleware(({ ctx, type, meta, next, getRawInput }) => {
  const { transport, input, form, bounds } = ctx.request
  if (meta?.accepts === 'files') {
    const others = Object.keys(input ?? {})
    if (others.length > 0) throw new InvalidData(others.map((key) => `property ${key} should not exist`).join(', '))
    return next({ getRawInput: async () => form })
  }
  return next({
    getRawInput: async () => {
      if (transport !== 'rest') return within(await getRawInput(), bounds)
      const path = decodePath((await getRawInput()) as Record<string, string>)
      const twice = Object.keys(path).filter((key) => input && key in input)
      if (twice.length > 0) throw new InvalidData(twice.map((key) => `property ${key} should not exist`).join(', '))
      return within({ ...(type === 'query' ? asRest(input ?? {}) : input), ...path }, bounds)
    },
  })
})

function within<Input>(input: Input, bounds: InputBounds): Input {
  assertWithin(input, bounds)
  return input
}

function decodePath(path: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(path).map(([key, value]) => [key, decodeURIComponent(value)]))
  } catch {
    throw new InvalidData('The path is not a valid URI')
  }
}

/** Who calls is known before anything else, and before a transaction holds a connection. */
const identify = t.middleware(async ({ ctx, next }) => {
  const identity = await ctx.caller.identify()
  ctx.observer?.identified(identity)
  return next({ ctx: identity })
})

/** A cookie says who changes something only where no strange web site had it sent (admin §1.1). A token always does. */
const refuseForged = experimental_standaloneMiddleware<{ ctx: Context & Identity; meta: ProcedureMeta }>().create(
  ({ ctx, type, meta, next }) => {
    const { user_known_by, customer_known_by, request } = ctx
    const isForAdmin = meta?.access === 'admin'
    const isTrusted = isForAdmin ? request.isTrusted.admin : request.isTrusted.store
    const knownBy = isForAdmin ? user_known_by : customer_known_by
    if (type === 'mutation' && knownBy === 'session' && !isTrusted)
      throw new Forbidden('A web site that is not of this shop may not change anything in your name')
    return next()
  },
)

/** Once the answer is known, and before it is sent, its caller is told to tell of the change. */
const rememberWrites = t.middleware(async ({ ctx, type, next }) => {
  const result = await next()
  if (type === 'mutation' && ctx.replicas) ctx.caller.noteWrite()
  return result
})

/** One entity manager for each procedure (a tRPC batch has several), and one transaction for each mutation. */
const unitOfWork = t.middleware(async ({ ctx, type, meta, getRawInput, next }) => {
  const reader = type === 'query' ? await readerOf(ctx, meta, getRawInput) : undefined
  if (reader) {
    const result = await next({ ctx: { em: reader.em } })
    if (result.ok || !isFaultOfReader(result.error)) return result
    reader.failed(result.error.cause)
  }
  const em = ctx.orm.em.fork()
  if (type !== 'mutation' || meta?.transactions === 'own') return next({ ctx: { em } })
  await em.begin()
  try {
    const result = await next({ ctx: { em } })
    if (result.ok) await em.commit()
    else await em.rollback()
    return result
  } catch (error) {
    await em.rollback()
    throw error
  }
})

/** A mutation that is sent again with the same `Idempotency-Key` is answered again and not done again. */
const onceForEachKey = experimental_standaloneMiddleware<{ ctx: ProcedureContext; meta: ProcedureMeta }>().create(
  async ({ ctx, type, path, meta, getRawInput, next }) => {
    if (type !== 'mutation' || meta?.forgets) return next()
    const given = ctx.request.idempotencyKey
    const key = given ?? (meta?.issuesKey ? randomUUID() : undefined)
    if (!key) return next()
    ctx.answer.headers['Idempotency-Key'] = key
    ctx.answer.headers['Access-Control-Expose-Headers'] = 'Idempotency-Key'
    const request = requestHash(path, ctx.user?.id ?? ctx.customer_id, await getRawInput())
    // Without a transaction around it the key cannot be taken: what such a procedure does twice at once, it does once.
    const lookUp = meta?.transactions === 'own' ? findAnswer : takeKey
    const earlier = given && (await lookUp(ctx.em, given, request))
    if (earlier) return { ok: true as const, data: earlier.answer, ctx, marker: middlewareMarker as never }
    const result = await next()
    if (!result.ok) return result
    if (meta?.isFinal?.(result.data) ?? true) await keepAnswer(ctx.em, { key, request, answer: result.data })
    else await freeKey(ctx.em, key)
    return result
  },
)

const procedure = t.procedure
  .use(observed)
  .use(translateErrors)
  .use(rememberWrites)
  .use(wholeInput)
  .use(identify)
  .use(refuseForged)

/** For everybody. */
export const openProcedure = procedure.use(unitOfWork).use(onceForEachKey)

/** For everybody who says by a password who they are. */
export const loginProcedure = procedure.meta({ isLimited: true }).use(limitLogins).use(unitOfWork).use(onceForEachKey)

/** For everybody who has forgotten their password. */
export const passwordRequestProcedure = procedure
  .meta({ isLimited: true })
  .use(limitPasswordRequests)
  .use(unitOfWork)
  .use(onceForEachKey)

/** For a customer who is logged in; `ctx.customer_id` is theirs. */
export const customerProcedure = procedure
  .meta({ access: 'customer' })
  .use(({ ctx, next }) => {
    if (!ctx.customer_id) throw new Unauthorized()
    return next({ ctx: { customer_id: ctx.customer_id } })
  })
  .use(unitOfWork)
  .use(onceForEachKey)

/**
 * For a user of the shop, in person or by an API key that allows it; `ctx.user` is who. Nothing of the input is looked at
 * before that is known, and whatever they change is audited.
 */
export const adminProcedure = procedure
  .meta({ access: 'admin' })
  .use(({ ctx, type, path, next }) => {
    if (!ctx.user) throw new Unauthorized()
    if (ctx.api_key) assertInScope(ctx.api_key, { name: nameInAdmin(path), reads: type !== 'mutation' })
    return next({ ctx: { user: ctx.user } })
  })
  .use(unitOfWork)
  .use(onceForEachKey)
  .use(audited)
