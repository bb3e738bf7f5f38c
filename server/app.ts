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
import { contextOf } from './context.ts'
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
export function createApp({
  orm,
  config,
  files,
  batchTypes = installedBatchTypes,
  providers = installedProviders,
  replicas,
  logger = openLog(config.logLevel),
  readiness = new Readiness(orm),
  telemetry,
}: AppDependencies): Express {
  const onError = logFaults(logger)
  const { sessionSecret: secret, cookieSameSite: sameSite } = config
  const session = { secret, sameSite }
  const origins = { admin: config.adminCors, store: [...config.storeCors, ...config.adminCors] }
  const tokens = new SignedTokens(secret)
  const limits = sharedLimits(orm, config.limits ?? usualLimits)
  const webhookTargets = config.webhooks?.targets ?? 'public'
  const bounds = config.bounds ?? usualBounds
  const dependencies = {
    orm,
    providers,
    files,
    batchTypes,
    session,
    tokens,
    limits,
    replicas,
    webhookTargets,
    bounds,
    origins,
  }
  const forms = config.uploads ?? usualFormLimits
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', config.trustProxy)

  const shownPath = pathShower({ store: storeRouter, admin: adminRouter })
  const { tellsTimings = false } = config
  app.use(atTheEdge({ logger: withoutRedaction(logger), telemetry, shownPath, tellsTimings }))
  app.use(refuseLongUrls(bounds.url))
  app.use(endLateRequests(bounds.answerTimeout))
  app.use(
    '/trpc',
    cors({ origin: [...config.storeCors, ...config.adminCors], credentials: true }),
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
    restRoutes(storeRouter, {
      createContext: contextOf.bind(null, dependencies),
      forms,
      bounds,
      onError,
      customersOnly: '/customers',
    }),
  )
  app.use(
    '/admin',
    cors({ origin: config.adminCors, credentials: true }),
    restRoutes(adminRouter, {
      createContext: contextOf.bind(null, dependencies),
      forms,
      bounds,
      onError,
      guarded: true,
    }),
  )
  app.use(healthRoutes(readiness))
  app.use(docsRoutes(appRouter))
  if (files instanceof LocalFiles) {
    app.use('/uploads', cors({ origin: [...config.storeCors, ...config.adminCors] }), serveFiles(files))
  }
  app.use((req, res) => {
    res.status(404).json({ type: 'not_found', message: `Cannot ${req.method} ${req.path}` })
  })
  app.use(answerErrors((err) => logger.error({ err }, 'A request failed')))
  return app
}

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
