import type { MikroORM } from '@mikro-orm/postgresql'
import type { TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import cors from 'cors'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { BatchTypes } from '#entities/batch-job/batch-type.ts'
import type { FileStore } from '#entities/file/file-port.ts'
import type { Context, Providers, Replicas } from '#routers/context.ts'
import { refusalOf } from '#routers/errors.ts'
import { adminRouter, appRouter, storeRouter } from '#routers/index.ts'
import { installedBatchTypes } from './batch-types/installed.ts'
import { endLateRequests } from './bounds/deadline.ts'
import { refuseLongUrls } from './bounds/long-urls.ts'
import { usualBounds } from './bounds/settings.ts'
import type { Config } from './config.ts'
import { type ContextDependencies, contextOf } from './context.ts'
import { docsRoutes } from './docs.ts'
import { formOf, leaveFormsUnread, usualFormLimits } from './incoming-form.ts'
import { usualLimits } from './limit-settings.ts'
import { sharedLimits } from './limits.ts'
import { atTheEdge } from './operate/edge.ts'
import { healthRoutes } from './operate/health-routes.ts'
import { openLog, withoutRedaction } from './operate/log.ts'
import { Readiness } from './operate/readiness.ts'
import { pathShower } from './operate/shown-path.ts'
import type { Telemetry } from './operate/telemetry.ts'
import { installedProviders } from './providers/installed.ts'
import { LocalFiles } from './providers/local-files.ts'
import { answerErrors, restRoutes } from './rest.ts'
import { serveFiles } from './serve-files.ts'
import { SignedTokens } from './tokens.ts'

export interface AppDependencies {
  orm: MikroORM
  config: Pick<Config, 'sessionSecret' | 'cookieSameSite' | 'trustProxy' | 'storeCors' | 'adminCors' | 'logLevel'> &
    Partial<Pick<Config, 'limits' | 'tellsTimings' | 'uploads' | 'webhooks' | 'bounds'>>
  files: FileStore
  batchTypes?: BatchTypes
  providers?: Providers
  /** Default: none. */
  replicas?: Replicas | undefined
  logger?: Logger
  /** Default: one that asks the database of `orm`. */
  readiness?: Readiness
  telemetry?: Telemetry | undefined
}

/** The whole shop as one Express application: tRPC at /trpc, REST at /admin and /store, its documents, its health. */
export function createApp(given: AppDependencies): Express {
  const { orm, config, files, logger = openLog(config.logLevel), readiness = new Readiness(orm), telemetry } = given
  const { bounds = usualBounds, tellsTimings = false } = config
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)

  const shownPath = pathShower({ store: storeRouter, admin: adminRouter })
  app.use(atTheEdge({ logger: withoutRedaction(logger), telemetry, shownPath, tellsTimings }))
  app.use(refuseLongUrls(bounds.url))
  app.use(endLateRequests(bounds.answerTimeout))
  mountApi(app, given, logFaults(logger))
  app.use(healthRoutes(readiness))
  app.use(docsRoutes(appRouter))
  if (files instanceof LocalFiles) {
    app.use('/uploads', cors({ origin: everySiteOf(config) }), serveFiles(files))
  }
  app.use((req, res) => {
    res.status(404).json({ type: 'not_found', message: `Cannot ${req.method} ${req.path}` })
  })
  app.use(answerErrors((err) => logger.error({ err }, 'A request failed')))
  return app
}

/** Has `app` answer what is said in tRPC and in REST. */
function mountApi(app: Express, given: AppDependencies, onError: ReturnType<typeof logFaults>): void {
  const { config } = given
  const { bounds = usualBounds, uploads: forms = usualFormLimits } = config
  const dependencies = dependenciesOf(given)
  const rest = { createContext: contextOf.bind(null, dependencies), forms, bounds, onError }
  app.use(
    '/trpc',
    cors({ origin: everySiteOf(config), credentials: true }),
    leaveFormsUnread,
    saidToBeJson,
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ req, res }) => contextOf(dependencies, req, res, { form: formOf(req, forms) }),
      onError,
      responseMeta: ({ ctx, errors }) => ({
        headers: { ...(errors.length > 0 && JSON_TYPE), ...ctx?.answer.headers },
      }),
      maxBodySize: bounds.bytes,
      maxBatchSize: bounds.batch,
    }),
  )
  app.use(
    '/store',
    cors({ origin: config.storeCors, credentials: true }),
    restRoutes(storeRouter, { ...rest, customersOnly: '/customers' }),
  )
  app.use(
    '/admin',
    cors({ origin: config.adminCors, credentials: true }),
    restRoutes(adminRouter, { ...rest, guarded: true }),
  )
}

/** What the contexts of all requests are made with. */
function dependenciesOf({
  orm,
  config,
  files,
  batchTypes = installedBatchTypes,
  providers = installedProviders,
  replicas,
}: AppDependencies): ContextDependencies {
  const { sessionSecret: secret, cookieSameSite: sameSite } = config
  return {
    orm,
    providers,
    files,
    batchTypes,
    session: { secret, sameSite },
    tokens: new SignedTokens(secret),
    limits: sharedLimits(orm, config.limits ?? usualLimits),
    replicas,
    webhookTargets: config.webhooks?.targets ?? 'public',
    bounds: config.bounds ?? usualBounds,
    origins: { admin: config.adminCors, store: everySiteOf(config) },
  }
}

const everySiteOf = ({ storeCors, adminCors }: AppDependencies['config']) => [...storeCors, ...adminCors]

/** tRPC says of its answers that they are JSON, except where it could not read the request. */
const JSON_TYPE = { 'Content-Type': 'application/json' }
const saidToBeJson: RequestHandler = (_req, res, next) => {
  res.set(JSON_TYPE)
  next()
}

/**
 * What callers are refused is their business; a fault of ours, or of a provider, is written down with its cause, which
 * they are not told.
 */
const logFaults =
  (logger: Logger) =>
  ({ error, path, ctx }: { error: TRPCError; path?: string | undefined; ctx?: Context | undefined }): void => {
    const refusal = refusalOf(error)
    const request_id = ctx?.request.id
    if (!refusal) logger.error({ request_id, err: error.cause ?? error, path }, 'A procedure failed')
    else if (refusal.cause) logger.warn({ request_id, err: refusal.cause, path }, 'Others failed a procedure')
  }
