import { initTRPC } from '@trpc/server'
import { Unauthorized } from '#entities/errors.ts'
import { assertAllowed, type Grant } from '#entities/people/role/grant.ts'
import type { Callable } from '#entities/people/role/scopes.ts'
import type { User } from '#entities/people/user/user.ts'
import type { Context, Identity } from '../context/context.ts'
import { adminProcedureName, type ProcedureMeta } from '../context/meta.ts'
import { formatTrpcError } from '../errors/errors.ts'
import { auditMutations } from '../pipeline/audit.ts'
import { chooseLanguage } from '../pipeline/choose-language.ts'
import { assertSupportsDryRun } from '../pipeline/dry-run/assert-supports-dry-run.ts'
import { rejectForgedRequest } from '../pipeline/forged-requests.ts'
import { handleProcedure } from '../pipeline/handle-procedure.ts'
import { hideFields } from '../pipeline/hidden-fields.ts'
import { hideUnreadableIds } from '../pipeline/hidden-ids.ts'
import {
  limitLogins,
  limitNewPasswords,
  limitOwnPassword,
  limitPasskeyLogins,
  limitPasswordRequests,
} from '../pipeline/rate-limit-middleware.ts'
import { showPaymentData } from '../pipeline/shown-payment-data.ts'
import { showLanguage, showTranslations } from '../pipeline/translate-rows.ts'
import { catalogueUnitOfWork, unitOfWork } from '../pipeline/unit-of-work.ts'
import { runForViewer } from '../reading/reach.ts'
import { transformer } from './transformer.ts'

/*
 * Each base procedure identifies the caller, authorizes the call and then runs the call. A mutation runs in one
 * transaction, and a query runs without a transaction.
 */

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    transformer,
    // The pings find broken connections: the client connects again after a pause without one.
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
    errorFormatter: formatTrpcError,
  })

export const router = t.router
export const mergeRouters = t.mergeRouters
export const emptyRouter = router({})

const baseProcedure = t.procedure.use(handleProcedure).use(async ({ ctx, type, meta, next }) => {
  const identity = await ctx.caller.identify()
  ctx.observer?.recordIdentity(identity)
  ctx.response.audience = audienceOf(identity, meta)
  if (type === 'mutation') rejectForgedRequest({ ...identity, isTrusted: ctx.request.isTrusted }, meta)
  if (type === 'mutation' && ctx.request.isDryRun) assertSupportsDryRun(meta)
  return next({ ctx: identity })
})

export const openProcedure = baseProcedure
  .use(chooseLanguage)
  .use(unitOfWork)
  .use(showLanguage)
  .use(showPaymentData)
  .use(hideFields('any'))

/**
 * For queries that read only the catalogue and the settings of the shop. Their REST responses have an ETag, and the
 * process reuses them. Tables of other data need the trigger `catalogue_changed`.
 */
export const catalogueProcedure = baseProcedure
  .meta({ allowsStaleReads: true, isCatalogue: true })
  .use(chooseLanguage)
  .use(catalogueUnitOfWork)
  .use(showLanguage)
  .use(hideFields('any'))

/** The response does not wait until the commit is on disk. */
export const cartProcedure = openProcedure.meta({ asyncCommit: true })

/** The resolver must begin its transaction after it has verified the password. */
export const loginProcedure = baseProcedure
  .meta({ manualTransactions: true })
  .use(limitLogins)
  .use(unitOfWork)
  .use(hideFields('own'))

export const passkeyLoginProcedure = baseProcedure
  .meta({ manualTransactions: true })
  .use(limitPasskeyLogins)
  .use(unitOfWork)
  .use(hideFields('own'))

/** The resolver must begin its transaction after it has hashed the password. */
export const registrationProcedure = baseProcedure
  .meta({ manualTransactions: true })
  .use(limitNewPasswords)
  .use(unitOfWork)
  .use(hideFields('own'))

export const passwordRequestProcedure = baseProcedure.use(limitPasswordRequests).use(unitOfWork)

export const customerProcedure = baseProcedure
  .meta({ access: 'customer' })
  .use(({ ctx, next }) => {
    if (!ctx.customer_id) throw new Unauthorized()
    return next({ ctx: { customer_id: ctx.customer_id } })
  })
  .use(chooseLanguage)
  .use(unitOfWork)
  .use(showLanguage)
  .use(showPaymentData)
  .use(hideFields('own'))

const authorizedAdminProcedure = baseProcedure
  .meta({ access: 'admin' })
  .use(async ({ ctx, type, path, meta, getRawInput, next }) => {
    const callable = { name: adminProcedureName(path), reads: type !== 'mutation' }
    const identifyAgain = async () => {
      const identity = await ctx.caller.identifyAgain()
      return { ...identity, user: authorizeUser(callable, identity) }
    }
    const isOwnAccount = meta?.allowsOwnAccount && ctx.user && idOf(await getRawInput()) === ctx.user.id
    const grants = isOwnAccount ? ctx.grants.map((grant) => withScope(grant, callable.name)) : ctx.grants
    const user = authorizeUser(callable, { user: ctx.user, grants })
    return runForViewer(ctx, () => next({ ctx: { user, identifyAgain } }))
  })

/**
 * For users whose role allows the procedure. With an API key, a scope of the key must allow it, too. A subscription calls
 * `ctx.identifyAgain()` before each further value.
 */
export const adminProcedure = authorizedAdminProcedure
  .use(unitOfWork)
  .use(showTranslations)
  .use(hideUnreadableIds)
  .use(auditMutations)

/** For mutations that ask for the password of the caller. The resolver must begin its transaction after it has verified it. */
export const ownPasswordProcedure = authorizedAdminProcedure
  .meta({ manualTransactions: true })
  .use(limitOwnPassword)
  .use(unitOfWork)
  .use(hideUnreadableIds)
  .use(auditMutations)

function audienceOf({ user, customer_id }: Identity, meta: ProcedureMeta | undefined): Context['response']['audience'] {
  if (user !== null || !meta?.allowsStaleReads) return undefined
  if (customer_id === null) return 'everyone'
  return meta.isCatalogue ? 'customer' : undefined
}

/** @throws Forbidden if the role of the user or its API key does not allow the procedure. */
function authorizeUser(callable: Callable, { user, grants }: Pick<Identity, 'user' | 'grants'>): User {
  if (!user) throw new Unauthorized()
  assertAllowed(grants, callable)
  return user
}

const idOf = (input: unknown): unknown => (input as { id?: unknown } | undefined)?.id

/** The API key of a user still needs the scope. */
const withScope = (grant: Grant, scope: string): Grant =>
  grant.kind === 'role' ? { ...grant, scopes: [...grant.scopes, scope] } : grant
