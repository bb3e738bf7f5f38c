import type { RequestListener } from 'node:http'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import express, { type Request, type Response } from 'express'
import { operatorRouter } from '#routers/operator/index.ts'
import { createRateLimits } from '#server/auth/rate-limits.ts'
import { isTrusted } from '#server/auth/trusted-origin.ts'
import { refuseExcess } from '#server/http/bounds/connections.ts'
import { refuseEncodedBodies } from '#server/http/bounds/encoded-bodies.ts'
import { refuseLongUrls } from '#server/http/bounds/long-urls.ts'
import { refuseRepeatedHeaders } from '#server/http/bounds/single-headers.ts'
import { consoleRoutes } from '#server/http/console.ts'
import { handleErrors } from '#server/http/handle-errors.ts'
import { instrumentRequests } from '#server/operate/instrument-requests.ts'
import { withoutRedaction } from '#server/operate/log.ts'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import type { Config } from '#server/settings/config.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import type { Program } from '../open-shop.ts'
import { fileRoutes } from '../tasks/file-routes.ts'
import { openShopWork } from '../tasks/shop-work.ts'
import { TaskFiles } from '../tasks/task-files.ts'
import { deploymentOf } from './deployment.ts'
import { OperatorCookie } from './operator-session.ts'

export interface OperatorHost extends AsyncDisposable {
  host: string
  listener: RequestListener
}

/** The operator's console, or undefined without `OPERATOR_HOST`. Its disposal ends the tasks that run here. No shop is served at its host, and no other host serves it. */
export function operatorHostOf(
  program: Program,
  { trustProxy, hosting, limits, bounds = defaultRequestBounds }: OperatorConfig,
): OperatorHost | undefined {
  const { operatorHost: host, maxUpload } = hosting
  if (!host) return undefined
  const { directory, logger } = program
  const deployment = deploymentOf(program)
  const rateLimits = createRateLimits(directory.orm, limits ?? defaultRateLimits)
  const files = new TaskFiles({ dataDirectory: program.dataDirectory, maxUpload })
  const { work, tasks, runner } = openShopWork(program, files)
  const sessionOf = (req: Request, res: Response) => new OperatorCookie({ directory, rateLimits }, req, res)
  const app = express().disable('x-powered-by').set('trust proxy', trustProxy)
  app.use(
    instrumentRequests({
      logger: withoutRedaction(logger),
      telemetry: undefined,
      shownPath: pathOf,
      sendsServerTiming: false,
    }),
  )
  app.use(refuseExcess)
  app.use(refuseRepeatedHeaders)
  app.use(refuseLongUrls(bounds.url))
  app.use(refuseEncodedBodies)
  app.use(
    '/operator/trpc',
    (_req, res, next) => {
      res.set('Cache-Control', 'no-store')
      next()
    },
    createExpressMiddleware({
      router: operatorRouter,
      createContext: ({ req, res }) => ({
        deployment,
        work,
        session: sessionOf(req, res),
        isTrusted: isTrusted(req, []),
      }),
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          logger.error({ err: error.cause ?? error, path }, 'An action of an operator failed')
      },
      maxBodySize: bounds.bytes,
      maxBatchSize: 1,
    }),
  )
  app.use(fileRoutes({ tasks, files, sessionOf }))
  app.get(['/', '/app'], (_req, res) => res.redirect(302, '/app/operator'))
  app.use(consoleRoutes({ router: operatorRouter, images: "'self' data:" }))
  app.use((req, res) => {
    res.status(404).json({ type: 'not_found', message: `Cannot ${req.method} ${req.path}` })
  })
  app.use(handleErrors((err) => logger.error({ err }, 'Request failed')))
  return {
    host,
    listener: app,
    async [Symbol.asyncDispose]() {
      files[Symbol.dispose]()
      await runner[Symbol.asyncDispose]()
    },
  }
}

type OperatorConfig = Pick<Config, 'trustProxy'> & {
  hosting: Pick<Config['hosting'], 'operatorHost' | 'maxUpload'>
} & Partial<Pick<Config, 'limits' | 'bounds'>>

const pathOf = (path: string): string => path
