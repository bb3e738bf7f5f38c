import { type AnyRouter, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import cors from 'cors'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Logger } from 'pino'
import { Unauthorized } from '#entities/errors.ts'
import type { Context } from '#routers/context/context.ts'
import { originBlocked } from '#routers/pipeline/forged-requests.ts'
import type { Origins } from '#server/auth/trusted-origin.ts'
import { isCorePath, isForDevelopers, shapeOf } from '#server/plugin/route/core-paths.ts'
import { type Route, rawBody } from '#server/plugin/route/route.ts'
import { setVisit } from '#server/plugin/route/route-procedure.ts'
import type { MountedRoute } from '#server/plugin/shop-parts.ts'
import type { RequestBounds } from '../../settings/bounds.ts'
import type { FormLimits } from '../../settings/form-limits.ts'
import { errorOfRequest } from '../handle-errors.ts'
import { isMultipart } from '../multipart-form.ts'
import type { RequestInput } from '../request-context.ts'
import { type ProcedureDefinition, runProcedure } from '../run-procedure.ts'
import { sendJson } from '../send-json.ts'
import type { VisitCounter } from '../visits/visit-counter.ts'
import { bySpecificity } from './by-specificity.ts'
import { ExpressVisit } from './express-visit.ts'
import { inputReaderOf } from './route-input.ts'
import { readPage, sendAnswer } from './send-answer.ts'
import { sendError } from './send-error.ts'

export interface RouteServing {
  /** The procedures of the routes. */
  router: AnyRouter
  createContext: (req: Request, res: Response, input: RequestInput) => Context
  bounds: RequestBounds
  forms: FormLimits
  /** The sources of images for a Content-Security-Policy. */
  images: string
  storeCors: Origins
  /** Whether the server has the routes below `/dev`. */
  isDevelopment: boolean
  logger: Logger
  visits: VisitCounter
  onError: (failure: { error: TRPCError; path: string | undefined; ctx?: Context | undefined }) => void
}

/** Serves the routes of the plugins. The paths of the core are not theirs. A path with fewer parameters comes first. */
export function pluginRoutes(mounted: readonly MountedRoute[], serving: RouteServing): Router {
  const router = express.Router({ caseSensitive: true })
  const served = mounted.filter(({ route }) => serving.isDevelopment || !isForDevelopers(route.path))
  if (served.length === 0) return router
  router.use((req, _res, next) => (isCorePath(req.path) ? next('router') : next()))
  if (served.some(({ route }) => ANY_PATH.test(route.path))) router.use(escapeUnreadablePath)
  const allowOrigins = cors({ origin: [...serving.storeCors], credentials: true })
  const groups = Map.groupBy(served, ({ route }) => shapeOf(route.path))
  for (const group of [...groups.values()].toSorted(([a], [b]) => bySpecificity(a?.route.path, b?.route.path))) {
    const [first] = group
    if (!first) continue
    if (group.some(({ route }) => route.options.cors)) router.options(first.route.path, allowOrigins)
    for (const one of group) {
      const serve = one.route.options.cors ? [allowOrigins, serveRoute(one, serving)] : [serveRoute(one, serving)]
      if (one.route.method === 'GET') router.get(one.route.path, serve)
      else if (one.route.method === 'POST') router.post(one.route.path, serve)
      else router.delete(one.route.path, serve)
    }
    router.all(first.route.path, rememberMethods(group))
  }
  return router.use(refuseOtherMethods)
}

const ANY_PATH = /^\/\*\w+$/

/** Keeps the escapes of a path that is no text in UTF-8, so that the route of all other paths answers it. */
const escapeUnreadablePath: RequestHandler = (req, _res, next) => {
  const { path, url } = req
  try {
    decodeURIComponent(path)
  } catch {
    req.url = url.replace(path, path.replaceAll('%', '%25'))
  }
  next()
}

const rememberMethods =
  (group: readonly MountedRoute[]): RequestHandler =>
  (_req, res, next) => {
    const methods = group.flatMap(({ route: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    res.locals.allowed = new Set([...((res.locals.allowed as Set<string> | undefined) ?? []), ...methods])
    next()
  }

const refuseOtherMethods: RequestHandler = (req, res, next) => {
  const allowed = res.locals.allowed as Set<string> | undefined
  if (!allowed) {
    req.url = req.originalUrl
    return next()
  }
  res.set('Allow', [...allowed].toSorted().join(', '))
  if (req.method === 'OPTIONS') res.status(204).end()
  else res.status(405).json({ type: 'not_allowed', message: `Cannot ${req.method} ${req.path}` })
}

function serveRoute({ plugin, name, key, route }: MountedRoute, serving: RouteServing): RequestHandler {
  const { router, createContext, bounds, forms, images, logger, visits, onError } = serving
  const procedures = router._def.procedures as Record<string, { _def: ProcedureDefinition } | undefined>
  const definition = procedures[key]?._def
  if (!definition) throw new Error(`The route ${name} of the plugin ${plugin} has no procedure`)
  const readInput = inputReaderOf(route, { bounds, forms })
  const isRaw = route.options.input === rawBody
  return async (req, res) => {
    await using ending = new AsyncDisposableStack()
    let ctx: Context | undefined
    try {
      ctx = createContext(req, res, {})
      if (route.method !== 'GET') refuseForgedRequest(req, ctx)
      if (isMultipart(req)) await refuseStranger(route, ctx)
      const input = await readInput(req, res, ending)
      const signal = ctx.request.signal ?? AbortSignal.any([])
      const visit = new ExpressVisit(req, {
        read: (answer) => readPage(route, answer, { bounds, signal }),
        body: isRaw && input instanceof Uint8Array ? input : undefined,
        logger: logger.child({ request_id: ctx.request.id, route: key }),
      })
      setVisit(ctx.request, visit)
      const getRawInput = async () => (isRaw ? undefined : input)
      const result = await runProcedure(definition, { ctx, path: key, getRawInput })
      res.set(ctx.response.headers)
      if (route.method !== 'GET' && ctx.request.isDryRun) return sendJson(res, result)
      const { answer } = visit
      if (!answer) throw new TypeError(`The route ${route.method} ${route.path} returned no response`)
      const { budget } = ctx.response
      await sendAnswer(res, answer, { route, visit, images, bounds, signal, onChunk: () => budget.restart() })
      if (!isForDevelopers(route.path)) await visits.count(req, res, ctx)
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(errorOfRequest(cause))
      onError({ error, path: key, ctx })
      if (ctx) res.set(ctx.response.headers)
      sendError(res, error)
    }
  }
}

/** A form with files can be large, so the shop identifies its caller before it reads the form. */
async function refuseStranger({ options: { access } }: Route, { caller }: Context): Promise<void> {
  if (!access || access === 'open') return
  const { user, customer_id } = await caller.identify()
  if (access === 'admin' ? !user : !customer_id) throw new Unauthorized()
}

/** A browser sends the cookies of a guest with the forms of other sites, too. A token proves that the caller sent the request. */
function refuseForgedRequest({ headers }: Request, { request }: Context): void {
  const hasToken = headers.authorization !== undefined || headers['x-medusa-access-token'] !== undefined
  if (!hasToken && !request.isTrusted.store) throw originBlocked()
}
