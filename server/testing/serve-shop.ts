import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MikroORM } from '@mikro-orm/postgresql'
import { type Logger, pino } from 'pino'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { RequestQueues } from '#routers/context/request-queues.ts'
import type { Replicas } from '#routers/context/services.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { type AppDependencies, createApp } from '#server/http/app.ts'
import { VisitCounter } from '#server/http/visits/visit-counter.ts'
import { Readiness } from '#server/operate/readiness.ts'
import { operationsOf } from '#server/operations/job-operations.ts'
import type { JobContext } from '#server/plugin/job-context.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { listen } from '#server/process/listen.ts'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { type DatabaseTimeouts, defaultPoolSize } from '#server/settings/database.ts'
import { defaultReadySettings } from '#server/settings/operate.ts'

export interface ServeOptions {
  orm: MikroORM
  parts: ShopParts
  files: FileStore
  logger?: Logger | undefined
  replicas?: Replicas | undefined
  config?: Partial<AppDependencies['config']> | undefined
  timeouts?: DatabaseTimeouts | undefined
  poolMax?: number | undefined
}

export interface ServedShop extends AsyncDisposable {
  url: string
  queues: RequestQueues
  visits: VisitCounter
  /** For `runDueJobs`. No worker runs in the background. */
  jobs: JobContext
}

/** Serves a shop on a free port of this process, until its disposal. */
export async function serveShop({
  orm,
  parts,
  files,
  replicas,
  timeouts = testTimeouts,
  poolMax = defaultPoolSize,
  ...options
}: ServeOptions): Promise<ServedShop> {
  const webhooks = { targets: 'any', timeout: 10_000, ...options.config?.webhooks } as const
  const config = { ...testConfig, ...options.config, webhooks }
  const { logger = pino({ level: config.logLevel }) } = options
  const { waiting } = config.bounds ?? defaultRequestBounds
  const queues = new RequestQueues({ connections: poolMax, maxWaiting: waiting, maxWaitMs: timeouts.wait })
  const readiness = new Readiness(orm, { ...defaultReadySettings, timeout: timeouts.wait })
  const visits = new VisitCounter(orm, logger)
  const app = createApp({ orm, queues, config, files, parts, logger, replicas, readiness, visits })
  const server = await listen(createServer(app), { host: '127.0.0.1', port: 0 })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    queues,
    visits,
    jobs: {
      ...{ ...parts, orm, files, tokens: new SignedTokens(config.sessionSecret), webhooks, cartDays: 30, logger },
      operations: operationsOf({ orm, config, files, parts, queues }),
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await visits.flush()
    },
  }
}

/** A machine that runs tests may be too slow for the timeouts of a shop. */
export const testTimeouts: DatabaseTimeouts = { wait: 60_000, statement: 60_000 }

/** Signs the sessions and file links of all test shops. */
export const SESSION_SECRET = 'a secret of thirty-two characters'

export const testBounds = { ...defaultRequestBounds, searchTimeout: testTimeouts.statement }

export const testConfig: AppDependencies['config'] = {
  sessionSecret: SESSION_SECRET,
  cookieSameSite: 'lax',
  trustProxy: false,
  storeCors: [],
  adminCors: [],
  logLevel: 'error',
  bounds: testBounds,
}
