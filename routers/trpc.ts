import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware, initTRPC, type TRPCError } from '@trpc/server'
import { assertInScope, type Callable } from '#entities/api-key/scopes.ts'
import { Forbidden, InvalidData, NoRoom, OutcomeUnknown, Unauthorized, Unavailable } from '#entities/errors.ts'
import { later, statement } from '#entities/statement.ts'
import type { User } from '#entities/user/user.ts'
import { audited } from './audit.ts'
import { consulting } from './consulting.ts'
import type { Answer, Context, Identity, Providers, RequestFacts } from './context.ts'
import { errorBody, refusalOf, toTrpcError } from './errors.ts'
import { assertWithin, type InputBounds } from './input-bounds.ts'
import { limitLogins, limitPasswordRequests } from './limits.ts'
import { nameInAdmin, type ProcedureMeta } from './meta.ts'
import { keepNothing, onceForEachKey } from './once-for-each-key.ts'
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

/*
 * Each middleware of a chain costs as much as a small procedure, so what always goes together is one: `answered` around
 * all, `identify` before it is looked at who may call, `unitOfWork` after that.
 */

/**
 * The outermost, so that what watches sees all of a procedure. The input is read the same way over REST and tRPC, faults
 * become the errors of the shop; and once the answer is known, before it is sent, its caller is told to tell of the change.
 */
const answered = t.middleware(({ ctx, path, type, meta, getRawInput, next }) => {
  const run = async () => {
    const result = await next({ getRawInput: wholeInput({ ctx, type, meta, getRawInput }) })
    if (type === 'mutation' && ctx.replicas) ctx.caller.noteWrite()
    return result.ok ? result : { ...result, error: translated(result.error, { ctx, type }) }
  }
  return ctx.observer ? ctx.observer.procedure({ path, route: meta?.openapi?.path }, run) : run()
})

function translated(error: TRPCError, { ctx, type }: { ctx: Context; type: string }): TRPCError {
  const refusal = refusalOf(error)
  if (!refusal) return error
  if (!(refusal instanceof Unavailable)) return toTrpcError(refusal)
  ctx.answer.headers['Retry-After'] = String(refusal.retryAfter)
  // Only of what has no room it is known that nothing was done.
  const isCertain = type !== 'mutation' || refusal instanceof NoRoom
  return toTrpcError(isCertain ? refusal : new OutcomeUnknown(refusal.cause))
}

/** Who calls is known before anything else, and before a transaction holds a connection. */
const identify = t.middleware(async ({ ctx, type, meta, next }) => {
  const identity = await ctx.caller.identify()
  ctx.observer?.identified(identity)
  if (type === 'mutation') refuseForged({ ...identity, isTrusted: ctx.request.isTrusted }, meta)
  return next({ ctx: identity })
})

/**
 * A cookie says who changes something, and is given, only where no strange web site had that sent. A token
 * always says it.
 */
function refuseForged(
  { user_known_by, customer_known_by, isTrusted }: Identity & Pick<RequestFacts, 'isTrusted'>,
  meta: ProcedureMeta | undefined,
): void {
  const isForAdmin = meta?.access === 'admin' || meta?.logsIn === 'user'
  const needsCookie = meta?.logsIn !== undefined || (isForAdmin ? user_known_by : customer_known_by) === 'session'
  if (needsCookie && !(isForAdmin ? isTrusted.admin : isTrusted.store))
    throw new Forbidden('A web site that is not of this shop may not change anything in your name')
}

interface Asked {
  ctx: Context
  type: string
  meta: ProcedureMeta | undefined
  getRawInput: () => Promise<unknown>
}

/**
 * Over REST, puts query, body and path together: the path alone is the raw input. A form is not read yet. Whoever reads
 * an input reads one that is within its bounds.
 */
function wholeInput({ ctx, type, meta, getRawInput }: Asked): () => Promise<unknown> {
  const { readInput, form, bounds } = ctx.request
  return once(async () => {
    const input = readInput?.()
    if (meta?.accepts === 'files') {
      refuseProperties(Object.keys(input ?? {}))
      return form
    }
    if (!input) return within(await getRawInput(), bounds)
    const path = decodePath((await getRawInput()) as Record<string, string>)
    refuseProperties(Object.keys(path).filter((key) => key in input))
    return within({ ...(type === 'query' ? asRest(input) : input), ...path }, bounds)
  })
}

function refuseProperties(names: readonly string[]): void {
  if (names.length > 0) throw new InvalidData(names.map((name) => `property ${name} should not exist`).join(', '))
}

/** Several read the input of a procedure; it is put together for the first. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => (known ??= read())
}

function within<Input>(input: Input, bounds: InputBounds): Input {
  assertWithin(input, bounds)
  return input
}

function decodePath(path: Record<string, string>): Record<string, string> {
  const decoded: Record<string, string> = {}
  try {
    for (const [key, value] of Object.entries(path))
      decoded[key] = value.includes('%') ? decodeURIComponent(value) : value
  } catch {
    throw new InvalidData('The path is not a valid URI')
  }
  return decoded
}

/**
 * One entity manager for each procedure (a tRPC batch has several), and one transaction for each mutation, or for each try of
 * one that has to ask a provider first. In it a mutation is answered again where its `Idempotency-Key` is known.
 */
const unitOfWork = experimental_standaloneMiddleware<{ ctx: Context & Identity; meta: ProcedureMeta }>().create(
  async ({ ctx, type, path, meta, getRawInput, next }) => {
    const reader = type === 'query' ? await readerOf(ctx, meta, getRawInput) : undefined
    if (reader) {
      const result = await next({ ctx: { em: reader.em, keep: keepNothing } })
      if (result.ok || !isFaultOfReader(result.error)) return result
      reader.failed(result.error.cause)
    }
    if (type !== 'mutation') return next({ ctx: { em: ctx.orm.em.fork(), keep: keepNothing } })
    const attempt = (em: EntityManager, providers: Providers) =>
      onceForEachKey({ ctx: { ...ctx, em }, path, meta, getRawInput }, (keep) => next({ ctx: { em, keep, providers } }))
    if (meta?.transactions === 'own') return attempt(ctx.orm.em.fork(), ctx.providers)
    return consulting(ctx.providers, (providers, hasTold) => {
      const em = ctx.orm.em.fork()
      const isPromised = ctx.request.idempotencyKey !== undefined
      const mayBeLost = () => meta?.mayBeLost === true && !isPromised && !hasTold()
      return commitOrRollBack(em, () => attempt(em, providers), { ...ctx.answer, mayBeLost })
    })
  },
)

interface Ending extends Answer {
  /** Whether the commit need not wait for the disk. */
  mayBeLost: () => boolean
}

async function commitOrRollBack<Result extends { ok: true; data: unknown } | { ok: false }>(
  em: EntityManager,
  run: () => Promise<Result>,
  { prepare, mayBeLost }: Ending,
): Promise<Result> {
  await em.begin()
  try {
    const result = await run()
    if (result.ok && mayBeLost()) await later(em, COMMIT_WITHOUT_WAITING)
    if (!result.ok) await em.rollback()
    else if (prepare) await Promise.all([em.commit(), whileWaiting(() => prepare(result.data))])
    else await em.commit()
    return result
  } catch (error) {
    await em.rollback()
    throw error
  }
}

const COMMIT_WITHOUT_WAITING = statement('set local synchronous_commit = off').with()

/** Does it once all that can be sent has been sent. What fails of it fails again, and is told, when it is needed. */
async function whileWaiting(work: () => void): Promise<void> {
  await new Promise(setImmediate)
  try {
    work()
  } catch {}
}

const procedure = t.procedure.use(answered).use(identify)

/** For everybody. */
export const openProcedure = procedure.use(unitOfWork)

/** For everybody who fills a cart; see `mayBeLost`. */
export const cartProcedure = openProcedure.meta({ mayBeLost: true })

/** For everybody who says by a password who they are. */
export const loginProcedure = procedure.meta({ isLimited: true }).use(limitLogins).use(unitOfWork)

/** For everybody who has forgotten their password. */
export const passwordRequestProcedure = procedure.meta({ isLimited: true }).use(limitPasswordRequests).use(unitOfWork)

/** For a customer who is logged in; `ctx.customer_id` is theirs. */
export const customerProcedure = procedure
  .meta({ access: 'customer' })
  .use(({ ctx, next }) => {
    if (!ctx.customer_id) throw new Unauthorized()
    return next({ ctx: { customer_id: ctx.customer_id } })
  })
  .use(unitOfWork)

/**
 * For a user of the shop, in person or by an API key that allows it; `ctx.user` is who. Nothing of the input is looked at
 * before that is known, and whatever they change is audited. What goes on after its answer has begun asks
 * `ctx.stillAllowed()`, which throws as the call itself would.
 */
export const adminProcedure = procedure
  .meta({ access: 'admin' })
  .use(({ ctx, type, path, next }) => {
    const callable = { name: nameInAdmin(path), reads: type !== 'mutation' }
    const stillAllowed = async () => void userWhoMay(callable, await ctx.caller.identifyAgain())
    return next({ ctx: { user: userWhoMay(callable, ctx), stillAllowed } })
  })
  .use(unitOfWork)
  .use(audited)

function userWhoMay(callable: Callable, { user, api_key }: Identity): User {
  if (!user) throw new Unauthorized()
  if (api_key) assertInScope(api_key, callable)
  return user
}
