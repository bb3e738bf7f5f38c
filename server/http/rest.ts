import { type AnyProcedure, type AnyRouter, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import { createProcedureCache, normalizePath } from 'trpc-openapi'
import type { z } from 'zod'
import { DomainError, InvalidData, TooLarge, Unauthorized, Unavailable } from '#entities/errors.ts'
import { toUnavailableError } from '#entities/platform/database-errors/unavailable.ts'
import type { Context } from '#routers/context.ts'
import { domainErrorBody, httpStatusOf, restErrorBody, toTrpcError } from '#routers/errors.ts'
import { defaultRequestBounds, type RequestBounds } from './bounds/settings.ts'
import { setCacheHeaders } from './cache-headers.ts'
import { defaultCatalogueSettings } from './catalogue-settings.ts'
import { type FormLimits, multipartFormOf } from './multipart-form.ts'
import { readInput } from './read-input.ts'
import type { RequestInput } from './request-context.ts'
import { type ProcedureDefinition, runProcedure } from './run-procedure.ts'
import { jsonBytesOf, sendCompressedJson, sendJson } from './send-json.ts'

/*
 * trpc-openapi only maps paths to procedures. Its HTTP handler loses empty parameters, the query of a POST and the
 * body of a DELETE, and it coerces values that the schemas parse.
 */

type CreateContext = (req: Request, res: Response, input: RequestInput) => Context

export interface RestOptions {
  createContext: CreateContext
  forms: FormLimits
  bounds?: RequestBounds
  /** See `CatalogueSettings`. */
  sharedSeconds?: number
  onError: (failure: { error: TRPCError; path: string | undefined; ctx?: Context | undefined }) => void
  /** Without a logged-in user, an unknown path returns 401. */
  guarded?: boolean
  /** Without a logged-in customer, an unknown path below this prefix returns 401. */
  customersOnly?: string
}

export function restRoutes(router: AnyRouter, options: RestOptions): Router {
  const { createContext, forms, onError, guarded = false, customersOnly } = options
  const { bounds = defaultRequestBounds, sharedSeconds = defaultCatalogueSettings.sharedSeconds } = options
  const find = createRouteFinder(router)
  const findMatch = (method: string, path: string) => find(method, path) ?? find(method, currentPathOf(method, path))

  const callProcedure: RequestHandler = async (req, res, next) => {
    const match = findMatch(req.method === 'HEAD' ? 'GET' : req.method, pathOf(req))
    if (!match) return next()
    const { procedure, path, parameters } = match
    let ctx: Context | undefined
    try {
      let serialized: { data: unknown; bytes: Buffer | undefined } | undefined
      ctx = createContext(req, res, {
        readInput: () => readInput(req, procedure._def, bounds),
        form: multipartFormOf(req, forms),
        // As an assignment to a property, V8 would keep the request until the next major garbage collection.
        serialize(data) {
          serialized = { data, bytes: jsonBytesOf(data) }
          return serialized.bytes
        },
      })
      const { type, meta } = procedure._def
      const answer = await runProcedure(procedure._def, { ctx, path, getRawInput: async () => parameters })
      const { json = serialized?.data === answer ? serialized?.bytes : jsonBytesOf(answer) } = ctx.response
      if (type === 'query' && json) {
        ctx.response.budget.addBytes(json.length)
        ctx.response.budget.assertWithinBounds()
      }
      const { headers, audience } = ctx.response
      setCacheHeaders(res, audience, sharedSeconds)
      const status = type === 'mutation' && ctx.request.isDryRun ? 200 : meta?.status
      const isCompressible = audience !== undefined
      await sendResponse(res, { status: status ?? 200, headers, answer, json, isCompressible })
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause)
      onError({ error, path, ctx })
      await sendResponse(res, {
        status: httpStatusOf(error),
        headers: ctx?.response.headers ?? {},
        answer: restErrorBody(error),
      })
    }
  }

  return express
    .Router()
    .use(parseJsonBody(bounds))
    .use(callProcedure)
    .use(async (req, res) => {
      // Callers without access must not find out which paths exist.
      const isForCustomers = customersOnly !== undefined && `${req.path.toLowerCase()}/`.startsWith(`${customersOnly}/`)
      if (guarded || isForCustomers) {
        const { user, customer_id } = await createContext(req, res, { readInput: () => ({}) }).caller.identify()
        if (guarded ? !user : !customer_id) throw new Unauthorized()
      }
      throw new DomainError('not_found', `Cannot ${req.method} ${req.originalUrl.split('?')[0]}`)
    })
    .use(handleErrors((cause) => onError({ error: getTRPCErrorFromUnknown(cause), path: undefined })))
}

/** Paths of Medusa v1 clients that its server documents under another path. */
const LEGACY_PATHS: readonly [path: RegExp, current: string][] = [
  [/^POST (.*)\/complete-cart$/i, '$1/complete'],
  // `admin.store.addCurrency` of medusa-js
  [/^POST \/store\/([a-z]{3})$/i, '/store/currencies/$1'],
]

function currentPathOf(method: string, path: string): string {
  const request = `${method} ${path}`
  const [legacy, current] = LEGACY_PATHS.find(([pattern]) => pattern.test(request)) ?? []
  return legacy && current ? request.replace(legacy, current) : path
}

/** Some clients send `Content-Type: application/json` with an empty body. */
function parseJsonBody({ bytes }: RequestBounds): RequestHandler {
  const parse = express.json({ limit: bytes, strict: false })
  return (req, res, next) => (req.headers['content-length'] === '0' ? next() : parse(req, res, next))
}

async function sendResponse(res: Response, response: RestResponse): Promise<void> {
  const { status, headers, answer, json, isCompressible } = response
  if (res.headersSent) return
  res.status(status).set(headers)
  if (typeof answer === 'string') res.type('text/plain').send(answer)
  else if (isCompressible && json) await sendCompressedJson(res, json)
  else sendJson(res, answer, json)
}

interface RestResponse {
  status: number
  headers: object
  answer: unknown
  json?: Buffer | undefined
  /** Whether the response has no secret next to text of the caller. */
  isCompressible?: boolean
}

type Method = Parameters<ReturnType<typeof createProcedureCache>>[0]
type Procedure = AnyProcedure & { _def: ProcedureDefinition & { inputs: readonly z.ZodType[] } }
type Procedures = Record<string, Procedure>

interface RouteMatch {
  procedure: Procedure
  path: string
  parameters: Record<string, string>
}

/** trpc-openapi compares a path with all known paths in turn. One cache for each first segment keeps the list short. */
function createRouteFinder(router: AnyRouter): (method: string, path: string) => RouteMatch | undefined {
  const procedures = router._def.procedures as Procedures
  const served = Object.entries(procedures).filter(([, { _def }]) => _def.meta?.openapi)
  const byWord = Map.groupBy(served, ([, { _def }]) => firstWord(_def.meta?.openapi?.path))
  const finders = new Map(
    Array.from(byWord, ([word, some]) => {
      const part = { ...router, _def: { ...router._def, procedures: Object.fromEntries(some) } }
      return [word, createProcedureCache(part)]
    }),
  )
  return (method, path) => {
    const { procedure: known, pathInput: parameters = {} } =
      finders.get(firstWord(path))?.(method as Method, path) ?? {}
    const procedure = known && procedures[known.path]
    return procedure && { procedure, path: known.path, parameters }
  }
}

function pathOf({ url }: Request): string {
  const path = url.split('?', 1)[0]!
  return normalizePath(UNENCODED_PATH.test(path) ? path : new URL(`http://localhost${url}`).pathname)
}

const UNENCODED_PATH = /^[\w/-]*$/

const firstWord = (path = ''): string => path.split('/', 2)[1]?.toLowerCase() ?? ''

/** Responds to errors outside of procedures, such as an unreadable body or an unknown path. */
export const handleErrors =
  (onFault: (error: unknown) => void): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const refusal = error instanceof DomainError ? error : (bodyParserError(error) ?? toUnavailableError(error))
    if (!refusal) onFault(error)
    if (refusal instanceof Unavailable) res.set('Retry-After', String(refusal.retryAfter))
    res.status(refusal ? httpStatusOf(toTrpcError(refusal)) : 500).json(domainErrorBody(refusal))
  }

function bodyParserError(error: unknown): DomainError | undefined {
  const status = (error as { status?: number } | null)?.status
  if (status === 413) return new TooLarge()
  return status !== undefined && status >= 400 && status < 500
    ? new InvalidData('The body could not be read. Send complete JSON in UTF-8.')
    : undefined
}
