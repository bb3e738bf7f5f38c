import type { MikroORM } from '@mikro-orm/postgresql'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { memoize } from '#entities/values/memoize.ts'
import type { Replicas } from '#routers/context/services.ts'
import { drillOf } from '#server/backups/drill-of-shop.ts'
import type { Telemetry } from '#server/base/telemetry.ts'
import { createJobContext } from '#server/jobs/create-job-context.ts'
import { Readiness } from '#server/operate/readiness.ts'
import type { JobContext } from '#server/plugin/job-context.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { openFileStore } from '#server/providers/files.ts'
import type { Config } from '#server/settings/config.ts'
import { type AppDependencies, createApp } from '../http/app.ts'
import { openQueues } from '../http/context-dependencies.ts'
import { VisitCounter } from '../http/visits/visit-counter.ts'
import { operationsOf } from './job-operations.ts'

interface ServedShop extends Pick<AppDependencies, 'answers' | 'consoleRoutes'> {
  orm: MikroORM
  config: Config
  parts: ShopParts
  logger: Logger
  telemetry: Telemetry | undefined
  replicas?: Replicas | undefined
}

/** Each function creates its value at the first call. */
interface OpenServices {
  readiness: Readiness
  app(): Express
  jobs(): JobContext
}

/** Opens the services of a shop for requests and jobs in this process. */
export async function openServices(
  { orm, config, parts, logger, telemetry, replicas, answers, consoleRoutes }: ServedShop,
  resources: AsyncDisposableStack,
): Promise<OpenServices> {
  const files = await openFileStore({ config, parts })
  const services = { orm, config, parts, files, queues: openQueues(config), answers }
  const readiness = new Readiness(orm, config.ready)
  resources.defer(() => readiness.close())
  const visits = new VisitCounter(orm, logger)
  resources.defer(() => visits.flush())
  return {
    readiness,
    app: memoize(() => createApp({ ...services, logger, readiness, replicas, telemetry, visits, consoleRoutes })),
    jobs: memoize(() => {
      const operations = operationsOf(services)
      return createJobContext(config, {
        orm,
        parts,
        files,
        logger,
        operations,
        telemetry,
        drill: drillOf(services, logger),
      })
    }),
  }
}
