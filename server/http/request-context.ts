import type { Request, Response } from 'express'
import { InvalidData } from '#entities/errors.ts'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import type { Context, ProcedureResponse, RequestDetails } from '#routers/context/context.ts'
import { ResponseBudget } from '#routers/context/response-budget.ts'
import type { Services } from '#routers/context/services.ts'
import { clientAddressOf } from '../auth/client-address.ts'
import { networkOf } from '../auth/network-of.ts'
import { RequestCaller, type SessionSettings } from '../auth/session.ts'
import { isScripted, isTrusted, isTrustedOrigin, type Origins } from '../auth/trusted-origin.ts'
import { runWithin, signalOf } from '../base/deadline.ts'
import { requestMonitorOf } from '../operate/instrument-requests.ts'
import { requestIdOf } from '../operate/request-id.ts'
import { defaultRequestBounds, type RequestBounds } from '../settings/bounds.ts'
import { publicUrlOf } from './public-url.ts'

export interface ContextDependencies {
  services: Services
  settings: Context['settings']
  session: SessionSettings
  bounds?: RequestBounds
  /** Other origins whose pages may use the sessions of users (`admin`) and of customers (`store`). */
  origins: { admin: Origins; store: Origins }
  /** Returns true for addresses of servers that call the store for many customers. Default: none. */
  isOwnServer?: (ip: string) => boolean
}

/** REST requests have `readInput` and `serialize`. Multipart requests also have `form`. */
export interface RequestInput extends Pick<RequestDetails, 'readInput' | 'form'>, Pick<ProcedureResponse, 'serialize'> {
  isBatch?: boolean
}

/** Maximum number of concurrent calls of one tRPC batch. */
const CONCURRENT_BATCH_CALLS = 2

export function createRequestContext(
  dependencies: ContextDependencies,
  req: Request,
  res: Response,
  input?: RequestInput,
): Context {
  const { services, settings, bounds = defaultRequestBounds, origins, isOwnServer = () => false } = dependencies
  return {
    services,
    settings,
    caller: new RequestCaller(dependencies, req, res),
    observer: requestMonitorOf(req),
    request: new ExpressRequestDetails(req, { bounds, origins, isOwnServer, res }, input),
    response: {
      headers: {},
      budget: new ResponseBudget(input?.isBatch ? bounds.batchAnswer : bounds.answer),
      ...(input?.serialize && { serialize: input.serialize }),
    },
    batchSlots: input?.isBatch ? new WorkSlots({ slots: CONCURRENT_BATCH_CALLS }) : undefined,
  }
}

class ExpressRequestDetails implements RequestDetails {
  readonly id: string
  readonly userAgent: string
  readonly idempotencyKey: string | undefined
  readonly bounds: RequestBounds
  readonly readInput?: RequestDetails['readInput']
  readonly form?: RequestDetails['form']
  readonly #req: Request
  readonly #res: Response
  readonly #origins: ContextDependencies['origins']
  readonly #isOwnServer: (ip: string) => boolean
  #signal: AbortSignal | undefined
  #client: RequestDetails['client'] | undefined

  constructor(
    req: Request,
    {
      bounds,
      origins,
      isOwnServer,
      res,
    }: Required<Pick<ContextDependencies, 'bounds' | 'origins' | 'isOwnServer'>> & { res: Response },
    { readInput, form }: RequestInput = {},
  ) {
    this.id = requestIdOf(req)
    this.userAgent = req.headers['user-agent'] ?? ''
    this.idempotencyKey = headerOf(req, 'idempotency-key')
    this.bounds = bounds
    if (readInput) this.readInput = readInput
    this.form = form
    this.#req = req
    this.#res = res
    this.#origins = origins
    this.#isOwnServer = isOwnServer
  }

  /** `Prefer: handling=lenient` of RFC 7240. */
  get isLenient(): boolean {
    return /(^|[,;\s])handling=lenient([,;\s]|$)/.test(headerOf(this.#req, 'prefer') ?? '')
  }

  get languages(): RequestDetails['languages'] {
    // The routes of plugins choose their own languages.
    const locale = this.readInput && localeIn(this.#req.url)
    return { locale, accepted: headerOf(this.#req, 'accept-language') }
  }

  get isDryRun(): boolean {
    const value = headerOf(this.#req, 'x-dry-run') ?? 'false'
    if (value !== 'true' && value !== 'false') throw new InvalidData('The header x-dry-run must be true or false')
    return value === 'true'
  }

  get ip(): string {
    return clientAddressOf(this.#req)
  }

  get client(): RequestDetails['client'] {
    const { ip } = this
    this.#client ??= { network: networkOf(ip), isOwnServer: this.#isOwnServer(ip) }
    return this.#client
  }

  get publishableKey(): string | undefined {
    return headerOf(this.#req, 'x-publishable-api-key')
  }

  get publicUrl(): string {
    return publicUrlOf(this.#req)
  }

  get origin(): string {
    return headerOf(this.#req, 'origin') ?? new URL(this.publicUrl).origin
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#res)
    return this.#signal
  }

  limitSearch<Answer>(search: () => Promise<Answer>): Promise<Answer> {
    return runWithin(this.bounds.searchTimeout, search)
  }

  get isTrusted(): RequestDetails['isTrusted'] {
    return { admin: isTrusted(this.#req, this.#origins.admin), store: isTrusted(this.#req, this.#origins.store) }
  }

  isStoreOrigin(origin: string): boolean {
    return isTrustedOrigin(origin, this.#req, this.#origins.store)
  }

  get isScripted(): boolean {
    return isScripted(this.#req)
  }
}

/** Returns the first parameter `locale` of the query. */
function localeIn(url: string): string | undefined {
  if (!url.includes('locale=')) return undefined
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('locale') ?? undefined
}

function headerOf(req: Request, name: string): string | undefined {
  const value = req.headers[name]
  return (Array.isArray(value) ? value[0] : value) || undefined
}
