import type { MikroORM } from '@mikro-orm/postgresql'
import type { AnyRouter } from '@trpc/server'
import type { Request, Response } from 'express'
import type { Callable } from '#entities/api-key/scopes.ts'
import type { BatchTypes } from '#entities/batch-job/batch-type.ts'
import type { FileStore } from '#entities/file/file-port.ts'
import type { Tokens } from '#entities/tokens.ts'
import type { Targets } from '#entities/webhook/targets.ts'
import type { Context, Limits, Providers, Replicas, RequestFacts } from '#routers/context.ts'
import { adminRouter } from '#routers/index.ts'
import { type InputBounds, usualInputBounds } from '#routers/input-bounds.ts'
import { newsOf } from './batch-job-news.ts'
import { installedBatchTypes } from './batch-types/installed.ts'
import { watchOf } from './operate/edge.ts'
import { requestIdOf } from './operate/request-id.ts'
import { RequestCaller, type SessionSettings } from './session.ts'
import { isTrusted, type Origins } from './trusted-origin.ts'

export interface ContextDependencies {
  orm: MikroORM
  providers: Providers
  files: FileStore
  /** Default: those that are installed. */
  batchTypes?: BatchTypes
  session: SessionSettings
  tokens: Tokens
  limits: Limits
  /** Default: none. */
  replicas?: Replicas | undefined
  webhookTargets: Targets
  /** Default: the usual ones. */
  bounds?: InputBounds
  /** The web sites, beside ours, that may act for users, and for customers. */
  origins: { admin: Origins; store: Origins }
}

/** What came with a request: `readInput` where it came over REST, `form` where it carries one. */
export type Arrived = Pick<RequestFacts, 'readInput' | 'form'>

/** Makes the context of one request. */
export function contextOf(dependencies: ContextDependencies, req: Request, res: Response, came?: Arrived): Context {
  const {
    orm,
    providers,
    files,
    batchTypes = installedBatchTypes,
    tokens,
    limits,
    replicas,
    webhookTargets,
    bounds = usualInputBounds,
    origins,
  } = dependencies
  return {
    orm,
    providers,
    files,
    batchTypes,
    batchJobNews: newsOf(orm),
    tokens,
    limits,
    replicas,
    adminProcedures,
    webhookTargets,
    caller: new RequestCaller(dependencies, req, res),
    observer: watchOf(req),
    request: new Facts(req, { bounds, origins }, came),
    answer: { headers: {} },
  }
}

/** What most procedures do not ask is found out when it is asked. */
class Facts implements RequestFacts {
  readonly id: string
  readonly userAgent: string
  readonly idempotencyKey: string | undefined
  readonly bounds: InputBounds
  readonly readInput?: RequestFacts['readInput']
  readonly form?: RequestFacts['form']
  readonly #req: Request
  readonly #origins: ContextDependencies['origins']

  constructor(
    req: Request,
    { bounds, origins }: Required<Pick<ContextDependencies, 'bounds' | 'origins'>>,
    { readInput, form }: Arrived = {},
  ) {
    this.id = requestIdOf(req)
    this.userAgent = req.headers['user-agent'] ?? ''
    this.idempotencyKey = headerOf(req, 'idempotency-key')
    this.bounds = bounds
    if (readInput) this.readInput = readInput
    this.form = form
    this.#req = req
    this.#origins = origins
  }

  get ip(): string {
    return this.#req.ip ?? ''
  }

  get publishableKey(): string | undefined {
    return headerOf(this.#req, 'x-publishable-api-key')
  }

  get origin(): string {
    return originOf(this.#req)
  }

  get isTrusted(): RequestFacts['isTrusted'] {
    return { admin: isTrusted(this.#req, this.#origins.admin), store: isTrusted(this.#req, this.#origins.store) }
  }
}

/** Undefined where it was not sent, or is empty. */
function headerOf(req: Request, name: string): string | undefined {
  const value = req.headers[name]
  return (Array.isArray(value) ? value[0] : value) || undefined
}

function originOf(req: Request): string {
  const origin = `${req.protocol}://${req.get('host')}`
  return URL.canParse(origin) ? origin : 'http://localhost'
}

/** What scopes of API keys can be of. */
export const adminProcedures = callablesOf(adminRouter)

function callablesOf(router: AnyRouter): Callable[] {
  const procedures = Object.entries(router._def.procedures as Record<string, { _def: { type: string } }>)
  return procedures.map(([name, { _def }]) => ({ name, reads: _def.type !== 'mutation' }))
}
