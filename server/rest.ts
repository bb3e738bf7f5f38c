import { type AnyRouter, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express'
import qs from 'qs'
import { createOpenApiNodeHttpHandler } from 'trpc-openapi'
import { z } from 'zod'
import { DomainError, InvalidData, TooLarge, Unauthorized, Unavailable } from '#entities/errors.ts'
import { unavailability } from '#entities/unavailable.ts'
import type { Context } from '#routers/context.ts'
import { bodyOf, errorBody, statusOf, toTrpcError } from '#routers/errors.ts'
import type { ProcedureMeta } from '#routers/meta.ts'
import { type RequestBounds, usualBounds } from './bounds/settings.ts'
import type { Arrived } from './context.ts'
import { type FormLimits, formOf } from './incoming-form.ts'

/*
 * The REST facade: request in, trpc-openapi, answer out. The adapter finds the procedure and takes the path apart. What
 * it would lose (empty parameters, the query of a POST, the body of a DELETE) and what it would change (it switches on
 * coercion in every schema it sees) goes past it: `readInput` keeps query and body as they came, the base procedure puts
 * them together with the path, and the adapter is shown a router whose inputs are only paths.
 */

export type MakeContext = (req: Request, res: Response, came: Arrived) => Context

type Input = Record<string, unknown>

export interface RestOptions {
  createContext: MakeContext
  forms: FormLimits
  /** Default: the usual ones. */
  bounds?: RequestBounds
  onError: (failure: { error: TRPCError; path: string | undefined; ctx?: Context | undefined }) => void
  /** Whether a path that is not there is told only to users of the shop. */
  guarded?: boolean
  /** Below which path what is not there is told only to customers. */
  customersOnly?: string
}

/** Serves the procedures of `router` below the path where it is mounted. Every error is JSON, also that of no route. */
export function restRoutes(
  router: AnyRouter,
  { createContext, forms, bounds = usualBounds, onError, guarded = false, customersOnly }: RestOptions,
): Router {
  const arrivals = new WeakMap<object, Arrived>()
  const { procedures } = router._def as unknown as { procedures: Procedures }

  const adapter = createOpenApiNodeHttpHandler({
    router: pathsOnly(router) as never,
    createContext: async ({ req, res }) => createContext(req as never, res as never, arrivals.get(req) ?? {}) as never,
    responseMeta: ({ errors, paths, ctx }) => ({
      status: errors[0] ? statusOf(errors[0]) : (procedures[paths?.[0] ?? '']?._def.meta?.status ?? 200),
      headers: (ctx as Context | undefined)?.answer.headers ?? {},
    }),
    onError,
  })

  return express
    .Router()
    .use(express.json({ limit: bounds.bytes, strict: false }))
    .use((req, _res, next) => {
      arrivals.set(req, { input: readInput(req, bounds), form: formOf(req, forms) })
      req.url = req.url.replace(OLDER_NAME, '/complete')
      next()
    })
    .use((req, res, next) => adapter(withNothingToLose(req) as never, sentByExpress(res) as never, next))
    .use(async (req, res) => {
      // Which paths exist is nobody's business who may not use them.
      const isForCustomers = customersOnly !== undefined && `${req.path.toLowerCase()}/`.startsWith(`${customersOnly}/`)
      if (guarded || isForCustomers) {
        const { user, customer_id } = await createContext(req, res, { input: {} }).caller.identify()
        if (guarded ? !user : !customer_id) throw new Unauthorized()
      }
      throw new DomainError('not_found', `Cannot ${req.method} ${req.originalUrl.split('?')[0]}`)
    })
    .use(answerErrors((cause) => onError({ error: getTRPCErrorFromUnknown(cause), path: undefined })))
}

/** Clients of the first days still complete a cart by this name. */
const OLDER_NAME = /\/complete-cart(?=\/?(\?|$))/i

/** Query and body in one; a property may stand in only one of them. The body of a GET, or of a form, is not read. */
function readInput(req: Request, bounds: RequestBounds): Input {
  const query = parseQuery(req.url, bounds)
  const body: unknown = req.method === 'GET' || req.method === 'HEAD' ? undefined : req.body
  if (body === undefined) return query
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new InvalidData('The body must be a JSON object')
  const twice = Object.keys(body).filter((key) => key in query)
  if (twice.length > 0) throw new InvalidData(twice.map((key) => `property ${key} should not exist`).join(', '))
  return { ...query, ...body }
}

/** `a[]=x`, `a[0]=x`, `a[gt]=x`; long lists stay lists. Nothing of a query is cut off and the rest understood. */
function parseQuery(url: string, { entries }: RequestBounds): Input {
  const query = url.replace(/^[^?]*\??/, '')
  const options = { arrayLimit: entries, parameterLimit: entries, depth: 5, strictDepth: true, plainObjects: true }
  try {
    if (query.split('&', entries + 1).length <= entries) return qs.parse(query, options)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new InvalidData('The query has too many parameters, or they are nested too deeply')
}

/** The request as the adapter needs it: of JSON, with no query and no body left for it to read. */
function withNothingToLose(req: Request): Request {
  Object.defineProperty(req, 'query', { value: {} })
  req.body = {}
  req.headers['content-type'] = 'application/json'
  if (req.method === 'HEAD') req.method = 'GET'
  return req
}

/**
 * The adapter writes the plainest answer there is; Express adds the charset, an ETag and, where that matches, 304. What a
 * procedure answers as a text is sent as one.
 */
function sentByExpress(res: Response): Response {
  const { end } = res
  res.end = (text: unknown) => {
    res.end = end
    const isText = typeof text === 'string' && text.startsWith('"')
    return isText ? res.type('text/plain').send(JSON.parse(text)) : res.type('json').send(text)
  }
  return res
}

type Procedures = Record<string, { _def: { type: string; meta?: ProcedureMeta } }>

/**
 * The same router, except that each procedure declares no input but the parameters of its path, and no output; and of an
 * error, the adapter spreads the shape into a body of its own, of which only what `toJSON` answers reaches the client.
 */
function pathsOnly(router: AnyRouter) {
  const { procedures } = router._def as unknown as { procedures: Procedures }
  const shown = Object.entries(procedures).map(([name, { _def }]) => {
    const parameters = _def.meta?.openapi?.path.matchAll(/\{(\w+)\}/g) ?? []
    const input = z.looseObject(Object.fromEntries(Array.from(parameters, ([, key]) => [key, z.string()])))
    return [name, { _def: { ..._def, inputs: [input], output: z.void() } }]
  })
  const errorFormatter = ({ error }: { error: TRPCError }) => ({ toJSON: () => errorBody(error) })
  const _config = { ...router._def._config, errorFormatter }
  return { ...router, _def: { ...router._def, _config, procedures: Object.fromEntries(shown) } }
}

/** Answers what failed outside of a procedure: a body that cannot be read, a path that is not there, a fault of ours. */
export const answerErrors =
  (onFault: (error: unknown) => void): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const refusal = error instanceof DomainError ? error : (unreadable(error) ?? unavailability(error))
    if (!refusal) onFault(error)
    if (refusal instanceof Unavailable) res.set('Retry-After', String(refusal.retryAfter))
    res.status(refusal ? statusOf(toTrpcError(refusal)) : 500).json(bodyOf(refusal))
  }

function unreadable(error: unknown): DomainError | undefined {
  const status = (error as { status?: number } | null)?.status
  if (status === 413) return new TooLarge()
  return status !== undefined && status >= 400 && status < 500
    ? new InvalidData('The request could not be read')
    : undefined
}
