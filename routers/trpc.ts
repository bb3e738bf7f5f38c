import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware, initTRPC, type TRPCError } from '@trpc/server'
import { setConnectionQueues } from '#database/connection-queues.ts'
import { defer, statement } from '#database/statement.ts'
import {
  Forbidden,
  InvalidData,
  NoRoom,
  OutcomeUnknown,
  Overloaded,
  Unauthorized,
  Unavailable,
} from '#entities/errors.ts'
import { assertInScope, type Callable } from '#entities/people/api-key/scopes.ts'
import type { User } from '#entities/people/user/user.ts'
import { runForViewer } from './admin/key-reach.ts'
import { auditMutations } from './audit.ts'
import type { Context, Identity, ProcedureResponse, Providers, RequestDetails } from './context.ts'
import { domainErrorOf, toTrpcError, trpcErrorBody } from './errors.ts'
import { noopResponseSaver, runIdempotently } from './idempotent-mutation.ts'
import { assertInputBounds, type InputBounds } from './input-bounds.ts'
import { hideTrpcOnly } from './inputs/trpc-only.ts'
import { adminProcedureName, type ProcedureMeta } from './meta.ts'
import { queuesOfProcedure } from './queue-procedure.ts'
import { limitLogins, limitNewPasswords, limitPasswordRequests } from './rate-limit-middleware.ts'
import { findReplicaReader, isReplicaFailure } from './read-replica.ts'
import { retryWithProviderAnswers } from './retry-with-provider-answers.ts'
import { transformer } from './transformer.ts'
import { withinBudget } from './within-budget.ts'

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
      const body = trpcErrorBody(error)
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
const handleProcedure = t.middleware(({ ctx, path, type, meta, getRawInput, next }) => {
  const call = () => next({ getRawInput: createInputReader({ ctx, type, meta, getRawInput }) })
  const run = async () => {
    const result = await withinBudget({ ctx, type }, call)
    if (type === 'mutation' && ctx.replicas) ctx.caller.noteWrite()
    return result.ok ? result : { ...result, error: translateError(result.error, { ctx, type }) }
  }
  const observed = () => (ctx.observer ? ctx.observer.procedure({ path, route: meta?.openapi?.path }, run) : run())
  return ctx.batchSlots ? ctx.batchSlots.run(observed) : observed()
})

function translateError(error: TRPCError, { ctx, type }: { ctx: Context; type: string }): TRPCError {
  const refusal = domainErrorOf(error)
  if (!refusal) return error
  if (!(refusal instanceof Unavailable)) return toTrpcError(refusal)
  ctx.answer.headers['Retry-After'] = String(refusal.retryAfter)
  // These two errors alone prove that nothing was done.
  const isCertain = type !== 'mutation' || refusal instanceof NoRoom || refusal instanceof Overloaded
  return toTrpcError(isCertain ? refusal : new OutcomeUnknown(refusal.cause))
}

/** Who calls is known before anything else, and before a transaction holds a connection. */
const identifyCaller = t.middleware(async ({ ctx, type, meta, next }) => {
  const identity = await ctx.caller.identify()
  ctx.observer?.identified(identity)
  ctx.answer.isPublic = meta?.mayBeStale === true && identity.user === null && identity.customer_id === null
  if (type === 'mutation') rejectForgedRequest({ ...identity, isTrusted: ctx.request.isTrusted }, meta)
  return next({ ctx: identity })
})

/**
 * A cookie says who changes something, and is given, only where no strange web site had that sent. A token
 * always says it.
 */
function rejectForgedRequest(
  { user_known_by, customer_known_by, isTrusted }: Identity & Pick<RequestDetails, 'isTrusted'>,
  meta: ProcedureMeta | undefined,
): void {
  const isForAdmin = meta?.access === 'admin' || meta?.logsIn === 'user'
  const needsCookie = meta?.logsIn !== undefined || (isForAdmin ? user_known_by : customer_known_by) === 'session'
  if (needsCookie && !(isForAdmin ? isTrusted.admin : isTrusted.store))
    throw new Forbidden('Request blocked: the origin is not listed in ADMIN_CORS or STORE_CORS')
}

interface InputSource {
  ctx: Context
  type: string
  meta: ProcedureMeta | undefined
  getRawInput: () => Promise<unknown>
}

/**
 * Over REST, puts query, body and path together: the path alone is the raw input. A form is not read yet. Whoever reads
 * an input reads one that is within its bounds.
 */
function createInputReader({ ctx, type, meta, getRawInput }: InputSource): () => Promise<unknown> {
  const { readInput, form, bounds } = ctx.request
  return memoize(async () => {
    const input = readInput?.()
    if (meta?.accepts === 'files') {
      rejectProperties(Object.keys(input ?? {}))
      return form
    }
    if (!input) return checkInputBounds(await getRawInput(), bounds)
    const path = decodePath((await getRawInput()) as Record<string, string>)
    rejectProperties(Object.keys(path).filter((key) => key in input))
    return checkInputBounds({ ...(type === 'query' ? hideTrpcOnly(input) : input), ...path }, bounds)
  })
}

function rejectProperties(names: readonly string[]): void {
  if (names.length > 0) throw new InvalidData(names.map((name) => `property ${name} should not exist`).join(', '))
}

/** Several read the input of a procedure; it is put together for the first. */
function memoize<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => (known ??= read())
}

function checkInputBounds<Input>(input: Input, bounds: InputBounds): Input {
  assertInputBounds(input, bounds)
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
 * Each procedure call has its own entity manager (a tRPC batch has several), and each mutation runs in one transaction. A
 * mutation that has to ask a provider first leaves its transaction and its place in the queue, and tries again. A mutation
 * whose `Idempotency-Key` is known is answered with the stored answer.
 */
const unitOfWork = experimental_standaloneMiddleware<{ ctx: Context & Identity; meta: ProcedureMeta }>().create(
  async ({ ctx, type, path, meta, getRawInput, next }) => {
    const queues = queuesOfProcedure({ ctx, meta, getRawInput })
    const bounded = (em: EntityManager) => setConnectionQueues(ctx.answer.budget.watch(em), queues)
    const reader = type === 'query' ? await findReplicaReader(ctx, meta, getRawInput) : undefined
    if (reader) {
      const result = await next({ ctx: { em: bounded(reader.em), keep: noopResponseSaver } })
      if (result.ok || !isReplicaFailure(result.error)) return result
      reader.failed(result.error.cause)
    }
    if (type !== 'mutation') return next({ ctx: { em: bounded(ctx.orm.em.fork()), keep: noopResponseSaver } })
    const attempt = (em: EntityManager, providers: Providers) =>
      runIdempotently({ ctx: { ...ctx, em }, path, meta, getRawInput }, (keep) =>
        next({ ctx: { em, keep, providers } }),
      )
    if (meta?.transactions === 'own') return attempt(bounded(ctx.orm.em.fork()), ctx.providers)
    return retryWithProviderAnswers(ctx.providers, (providers, hasTold) => {
      const em = bounded(ctx.orm.em.fork())
      const isPromised = ctx.request.idempotencyKey !== undefined
      const mayBeLost = () => meta?.mayBeLost === true && !isPromised && !hasTold()
      return queues.runTransaction(() =>
        commitOrRollBack(em, () => attempt(em, providers), { ...ctx.answer, mayBeLost }),
      )
    })
  },
)

interface CommitOptions extends ProcedureResponse {
  /** Whether the commit need not wait for the disk. */
  mayBeLost: () => boolean
}

async function commitOrRollBack<Result extends { ok: true; data: unknown } | { ok: false }>(
  em: EntityManager,
  run: () => Promise<Result>,
  { prepare, mayBeLost }: CommitOptions,
): Promise<Result> {
  await em.begin()
  try {
    const result = await run()
    if (result.ok && mayBeLost()) await defer(em, asyncCommitStatement)
    if (!result.ok) await em.rollback()
    else if (prepare) await Promise.all([em.commit(), runAfterPendingIo(() => prepare(result.data))])
    else await em.commit()
    return result
  } catch (error) {
    await em.rollback()
    throw error
  }
}

const asyncCommitStatement = statement('set local synchronous_commit = off').with()

/** Does it once all that can be sent has been sent. What fails of it fails again, and is told, when it is needed. */
async function runAfterPendingIo(work: () => void): Promise<void> {
  await new Promise(setImmediate)
  try {
    work()
  } catch {}
}

const baseProcedure = t.procedure.use(handleProcedure).use(identifyCaller)

/** For everybody. */
export const openProcedure = baseProcedure.use(unitOfWork)

/** For everybody who fills a cart; see `mayBeLost`. */
export const cartProcedure = openProcedure.meta({ mayBeLost: true })

/** For a login with a password. The procedure begins its transaction after it has verified the password. */
export const loginProcedure = baseProcedure
  .meta({ isLimited: true, transactions: 'own' })
  .use(limitLogins)
  .use(unitOfWork)

/** For the registration of a customer. The procedure begins its transaction after it has hashed the password. */
export const registrationProcedure = baseProcedure
  .meta({ isLimited: true, transactions: 'own' })
  .use(limitNewPasswords)
  .use(unitOfWork)

/** For everybody who has forgotten their password. */
export const passwordRequestProcedure = baseProcedure
  .meta({ isLimited: true })
  .use(limitPasswordRequests)
  .use(unitOfWork)

/** For a customer who is logged in; `ctx.customer_id` is theirs. */
export const customerProcedure = baseProcedure
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
export const adminProcedure = baseProcedure
  .meta({ access: 'admin' })
  .use(({ ctx, type, path, next }) => {
    const callable = { name: adminProcedureName(path), reads: type !== 'mutation' }
    const stillAllowed = async () => void authorizeUser(callable, await ctx.caller.identifyAgain())
    const user = authorizeUser(callable, ctx)
    return runForViewer(ctx, () => next({ ctx: { user, stillAllowed } }))
  })
  .use(unitOfWork)
  .use(auditMutations)

function authorizeUser(callable: Callable, { user, api_key }: Identity): User {
  if (!user) throw new Unauthorized()
  if (api_key) assertInScope(api_key, callable)
  return user
}
