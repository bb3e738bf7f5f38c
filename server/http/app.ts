import type { TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import cors from 'cors'
import express, { type Express, type RequestHandler, type Router } from 'express'
import type { Logger } from 'pino'
import type { Context } from '#routers/context/context.ts'
import { domainErrorOf } from '#routers/errors/errors.ts'
import type { Telemetry } from '#server/base/telemetry.ts'
import { defaultFormLimits } from '#server/settings/form-limits.ts'
import { trpcCors, uploadsCors } from '../auth/cross-origin.ts'
import { dashboardFolder } from '../medusa/dashboard-folder.ts'
import { healthRoutes } from '../operate/health-routes.ts'
import { instrumentRequests } from '../operate/instrument-requests.ts'
import { openLog, withoutRedaction } from '../operate/log.ts'
import { Readiness } from '../operate/readiness.ts'
import { createPathRedactor } from '../operate/redact-path.ts'
import { LocalFiles } from '../providers/local-files.ts'
import { defaultRequestBounds } from '../settings/bounds.ts'
import { defaultCatalogueSettings } from '../settings/catalogue.ts'
import { coreParts } from '../shop/core-parts.ts'
import { refuseExcess } from './bounds/connections.ts'
import { refuseEncodedBodies } from './bounds/encoded-bodies.ts'
import { enforceDeadline } from './bounds/enforce-deadline.ts'
import { readBodyOfCaller } from './bounds/large-bodies.ts'
import { refuseLongUrls } from './bounds/long-urls.ts'
import { refuseRepeatedHeaders } from './bounds/single-headers.ts'
import { compressAnswers } from './compress-answers.ts'
import { consoleRoutes } from './console.ts'
import { consoleAnswers } from './console-answers.ts'
import { contextDependenciesOf, type ServiceOptions } from './context-dependencies.ts'
import { docsRoutes } from './docs.ts'
import { frontPage } from './front-page.ts'
import { handleErrors } from './handle-errors.ts'
import { imageSources } from './image-sources.ts'
import { inboundWebhooks } from './inbound-webhooks.ts'
import { medusaDashboard } from './medusa-dashboard.ts'
import { multipartFormOf, skipFormParsing } from './multipart-form.ts'
import { pluginPages } from './plugin-pages.ts'
import { type ContextDependencies, createRequestContext } from './request-context.ts'
import { restRoutes } from './rest.ts'
import { pluginRoutes } from './routes/plugin-routes.ts'
import { redirectToFiles, serveFiles } from './serve-files.ts'
import { VisitCounter } from './visits/visit-counter.ts'

export interface AppDependencies extends ServiceOptions {
  logger?: Logger
  readiness?: Readiness
  telemetry?: Telemetry | undefined
  visits?: VisitCounter
  /** More routes of the console. They precede those of the console. */
  consoleRoutes?: ((dependencies: ContextDependencies) => Router) | undefined
}

export function createApp(options: AppDependencies): Express {
  const { orm, config, files, logger = openLog(config.logLevel), readiness = new Readiness(orm), telemetry } = options
  const { visits = new VisitCounter(orm, logger) } = options
  const { routers, providers, consolePages, routes, settings, inboundWebhooks: webhooks } = options.parts ?? coreParts
  const { bounds = defaultRequestBounds, uploads: forms = defaultFormLimits, sendsServerTiming = false } = config
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)

  const shownPath = createPathRedactor(routers)
  app.use(
    instrumentRequests({
      logger: withoutRedaction(logger),
      telemetry,
      shownPath,
      sendsServerTiming: sendsServerTiming,
    }),
  )
  app.use(refuseExcess)
  app.use(refuseRepeatedHeaders)
  app.use(refuseLongUrls(bounds.url))
  app.use(refuseEncodedBodies)
  app.use(enforceDeadline(bounds.answerTimeout))
  const dependencies = contextDependenciesOf(options)
  mountApi(app, { ...options, dependencies }, logFaults(logger))
  app.use(inboundWebhooks({ orm, providers, webhooks, settings, bytes: bounds.bytes }))
  app.use(healthRoutes(readiness, logger))
  app.use(docsRoutes(routers.app))
  app.use(pluginPages(consolePages))
  const images = imageSources(config.files)
  if (options.consoleRoutes) app.use(options.consoleRoutes(dependencies))
  app.use(
    consoleRoutes({
      router: routers.app,
      images,
      answersFor: consoleAnswers(routers.app, dependencies),
      hasManyShops: options.consoleRoutes !== undefined,
    }),
  )
  if (config.dataDirectory) app.use(medusaDashboard(dashboardFolder(config.dataDirectory), images))
  app.use(
    pluginRoutes(routes, {
      router: routers.routes,
      createContext: createRequestContext.bind(null, dependencies),
      bounds,
      forms,
      images,
      storeCors: config.storeCors,
      isDevelopment: config.production === false,
      logger,
      visits,
      onError: logFaults(logger),
    }),
  )
  app.use(frontPage())
  app.use('/uploads', uploadsCors(config), files instanceof LocalFiles ? serveFiles(files) : redirectToFiles(files))
  app.use((req, res) => {
    res.status(404).json({ type: 'not_found', message: `Cannot ${req.method} ${req.path}` })
  })
  app.use(handleErrors((err) => logger.error({ err }, 'Request failed')))
  return app
}

interface ApiDependencies extends AppDependencies {
  dependencies: ContextDependencies
}

function mountApi(app: Express, options: ApiDependencies, onError: ReturnType<typeof logFaults>): void {
  const { config, dependencies } = options
  const { bounds = defaultRequestBounds, uploads: forms = defaultFormLimits } = config
  const { catalogue = defaultCatalogueSettings } = config
  const { routers } = options.parts ?? coreParts
  const rest = {
    createContext: createRequestContext.bind(null, dependencies),
    forms,
    bounds,
    sharedSeconds: catalogue.sharedSeconds,
    onError,
  }
  const trpc = (maxBodySize: number) =>
    createExpressMiddleware({
      router: routers.app,
      createContext: ({ req, res, info }) =>
        createRequestContext(dependencies, req, res, { form: multipartFormOf(req, forms), isBatch: info.isBatchCall }),
      onError,
      responseMeta: ({ ctx, errors, type }) => ({
        headers: {
          ...(errors.length > 0 && JSON_TYPE),
          ...(type === 'subscription' && STREAM_CACHING),
          ...ctx?.response.headers,
          ...(ctx?.response.language && { 'Content-Language': ctx.response.language.code }),
        },
      }),
      maxBodySize,
      maxBatchSize: bounds.batch,
    })
  const isUser: Parameters<typeof readBodyOfCaller>[0]['isUser'] = async (req, res) =>
    isForUsers(req.path) && (await createRequestContext(dependencies, req, res).caller.identify()).user !== null
  const readCalls = readBodyOfCaller({ bounds, isUser, usual: trpc(bounds.bytes), large: trpc(bounds.adminBytes) })
  app.use('/trpc', trpcCors(config), skipFormParsing, setJsonContentType, compressAnswers, readCalls)
  app.use(
    '/store',
    cors({ origin: config.storeCors, credentials: true }),
    restRoutes(routers.store, { ...rest, customersOnly: '/customers', hasLanguages: true }),
  )
  app.use(
    '/admin',
    cors({ origin: config.adminCors, credentials: true }),
    restRoutes(routers.admin, { ...rest, guarded: true }),
  )
}

/** Whether the first call of a tRPC request belongs to the administration, such as `/admin.products.update`. */
const isForUsers = (path: string): boolean => path.startsWith('/admin.')

/** tRPC does not set the content type if it cannot read the request. */
const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Replaces `no-cache` of tRPC, because `no-cache` lets a cache store an event stream. */
const STREAM_CACHING = { 'Cache-Control': 'private, no-store, no-transform' }

const setJsonContentType: RequestHandler = (_req, res, next) => {
  res.set(JSON_TYPE)
  next()
}

const logFaults =
  (logger: Logger) =>
  ({ error, path, ctx }: { error: TRPCError; path?: string | undefined; ctx?: Context | undefined }): void => {
    const refusal = domainErrorOf(error)
    const request_id = ctx?.request.id
    if (!refusal) logger.error({ request_id, err: error.cause ?? error, path }, 'Procedure failed')
    else if (refusal.cause)
      logger.warn({ request_id, err: refusal.cause, path }, 'Procedure failed because of another service')
  }
