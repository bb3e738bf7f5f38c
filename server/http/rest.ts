import { type AnyRouter, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import { DomainError, Unauthorized } from '#entities/errors.ts'
import type { Context } from '#routers/context/context.ts'
import { httpStatusOf, restErrorBody } from '#routers/errors/errors.ts'
import type { FormLimits } from '#server/settings/form-limits.ts'
import { defaultRequestBounds, type RequestBounds } from '../settings/bounds.ts'
import { defaultCatalogueSettings } from '../settings/catalogue.ts'
import { readBodyOfCaller } from './bounds/large-bodies.ts'
import { setCacheHeaders, setLanguageHeaders } from './cache-headers.ts'
import { createRouteFinder } from './find-route.ts'
import { handleErrors } from './handle-errors.ts'
import { multipartFormOf } from './multipart-form.ts'
import { readInput } from './read-input.ts'
import type { RequestInput } from './request-context.ts'
import { runProcedure } from './run-procedure.ts'
import { jsonBytesOf, sendCompressed, sendJson } from './send-json.ts'

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
  /** Whether each request can name the language of its response. */
  hasLanguages?: boolean
  /** Without a logged-in customer, an unknown path below this prefix returns 401. */
  customersOnly?: string
}

export function restRoutes(router: AnyRouter, options: RestOptions): Router {
  const { createContext, forms, onError, guarded = false, customersOnly, hasLanguages } = options
  const { bounds = defaultRequestBounds, sharedSeconds = defaultCatalogueSettings.sharedSeconds } = options
  const findRoute = createRouteFinder(router)

  const callProcedure: RequestHandler = async (req, res, next) => {
    const route = findRoute(req)
    if (!route) return next()
    const { procedure, path, parameters } = route
    let ctx: Context | undefined
    try {
      let serialized: { data: unknown; bytes: Buffer | undefined } | undefined
      ctx = createContext(req, res, {
        readInput: () => readInput(req, { ...procedure._def, hasLanguages }, bounds),
        form: multipartFormOf(req, forms),
        // V8 would keep the request for long if an assignment created this function (`response.serialize = …`).
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
      const { headers, audience, language } = ctx.response
      setCacheHeaders(res, audience, sharedSeconds)
      setLanguageHeaders(res, language)
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

  const identify = (req: Request, res: Response) => createContext(req, res, { readInput: () => ({}) }).caller.identify()

  const refuseUnknownPath: RequestHandler = async (req, res) => {
    // Callers without access must not find out which paths exist.
    const isForCustomers = customersOnly !== undefined && `${req.path.toLowerCase()}/`.startsWith(`${customersOnly}/`)
    if (guarded || isForCustomers) {
      const { user, customer_id } = await identify(req, res)
      if (guarded ? !user : !customer_id) throw new Unauthorized()
    }
    throw new DomainError('not_found', `Cannot ${req.method} ${req.originalUrl.split('?')[0]}`)
  }

  const usual = parseJsonBody(bounds.bytes)
  const isUser = async (req: Request, res: Response) => (await identify(req, res)).user !== null
  return express
    .Router()
    .use(guarded ? readBodyOfCaller({ bounds, isUser, usual, large: parseJsonBody(bounds.adminBytes) }) : usual)
    .use(callProcedure)
    .use(refuseUnknownPath)
    .use(handleErrors((cause) => onError({ error: getTRPCErrorFromUnknown(cause), path: undefined })))
}

/** Some clients send `Content-Type: application/json` with an empty body. */
function parseJsonBody(bytes: number): RequestHandler {
  const parse = express.json({ limit: bytes, strict: false, inflate: false })
  return (req, res, next) => (req.headers['content-length'] === '0' ? next() : parse(req, res, next))
}

async function sendResponse(res: Response, response: RestResponse): Promise<void> {
  const { status, headers, answer, json, isCompressible } = response
  if (res.headersSent) return
  res.status(status).set(headers)
  if (typeof answer === 'string') res.type('text/plain').send(answer)
  else if (isCompressible && json) await sendCompressed(res, json)
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
