import type { Context, OuterCall, ProcedureContext, RequestDetails } from '#routers/context/context.ts'
import type { CallOptions, ShopOperations } from '../plugin/operations.ts'
import { type CallSettings, operationsOf } from './open-operations.ts'

interface CallerOptions extends CallOptions, Pick<CallSettings, 'assertCallable'> {
  /** The call whose transaction runs the operations. */
  outer: OuterCall | undefined
}

/** Returns the operations for the caller of a request, which keeps its login, its limits and its address. */
export function operationsOfCaller<Operations = ShopOperations>(
  { services, settings, caller, request, response }: ProcedureContext,
  { idempotencyKey, locale, outer, assertCallable }: CallerOptions,
): Operations {
  const contextOfCall = (): Context => ({
    ...{ services, settings, caller, outer },
    request: detailsOf(request, { idempotencyKey, locale }),
    response: { headers: {}, budget: response.budget },
  })
  return operationsOf({ router: services.router, contextOfCall, assertCallable })
}

/** The getters of a request read its headers, so a copy needs each property by name. */
const detailsOf = (request: RequestDetails, { idempotencyKey, locale }: CallOptions): RequestDetails => ({
  ...{ id: request.id, ip: request.ip, client: request.client, userAgent: request.userAgent },
  ...{
    publishableKey: request.publishableKey,
    publicUrl: request.publicUrl,
    origin: request.origin,
    bounds: request.bounds,
  },
  ...{ signal: request.signal, isTrusted: request.isTrusted, isScripted: request.isScripted },
  ...{ idempotencyKey, isDryRun: false },
  languages: locale === undefined ? request.languages : { locale, accepted: undefined },
  isStoreOrigin: (origin) => request.isStoreOrigin(origin),
  limitSearch: (search) => request.limitSearch?.(search) ?? search(),
})
