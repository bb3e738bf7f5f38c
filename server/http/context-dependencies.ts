import { createHmac } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { memoizeFor } from '#entities/values/memoize.ts'
import { usualGrowthBounds } from '#routers/context/growth-bounds.ts'
import { adminProceduresOf, proceduresOf } from '#routers/context/procedures-of.ts'
import { RequestQueues } from '#routers/context/request-queues.ts'
import type { Replicas } from '#routers/context/services.ts'
import { AnswerCache, type AnswerEntries, openAnswerEntries } from '#routers/pipeline/answer-cache/answer-cache.ts'
import { hiddenFieldPartsOf } from '#routers/pipeline/hidden-fields.ts'
import { paymentPartsOf } from '#routers/pipeline/shown-payment-data.ts'
import { translatedPartsOf } from '#routers/pipeline/translate-rows.ts'
import { allOrigins } from '../auth/cross-origin.ts'
import { createRateLimits } from '../auth/rate-limits.ts'
import { SignedTokens } from '../auth/tokens.ts'
import { batchJobChangesOf } from '../jobs/batch-job-changes.ts'
import { liveChangesOf } from '../live/polled-changes.ts'
import type { ShopParts, ShopRouters } from '../plugin/shop-parts.ts'
import { defaultRequestBounds } from '../settings/bounds.ts'
import { defaultCatalogueSettings } from '../settings/catalogue.ts'
import type { Config } from '../settings/config.ts'
import { defaultPoolSize, defaultTimeouts } from '../settings/database.ts'
import { addressMatcher } from '../settings/origins-and-proxies.ts'
import { defaultRateLimits } from '../settings/rate-limits.ts'
import { coreParts } from '../shop/core-parts.ts'
import { setupOfProcess } from '../shop/setup-of-process.ts'
import type { ContextDependencies } from './request-context.ts'

export type ShopConfig = Pick<
  Config,
  'sessionSecret' | 'cookieSameSite' | 'trustProxy' | 'storeCors' | 'adminCors' | 'logLevel'
> &
  Partial<
    Pick<
      Config,
      | 'database'
      | 'dataDirectory'
      | 'files'
      | 'limits'
      | 'sendsServerTiming'
      | 'uploads'
      | 'webhooks'
      | 'bounds'
      | 'growth'
      | 'catalogue'
      | 'production'
      | 'storefrontServers'
    >
  >

export interface ServiceOptions {
  orm: MikroORM
  config: ShopConfig
  files: FileStore
  /** Default: a shop without plugins. */
  parts?: ShopParts
  queues?: RequestQueues
  replicas?: Replicas | undefined
  /** Cached answers that several shops of the process share. Default: own ones. */
  answers?: { entries: AnswerEntries; prefix: string } | undefined
}

export function contextDependenciesOf({
  orm,
  config,
  files,
  parts = coreParts,
  replicas,
  answers,
  queues = openQueues(config),
}: ServiceOptions): ContextDependencies {
  const { sessionSecret: secret, cookieSameSite: sameSite, bounds = defaultRequestBounds } = config
  const { cacheBytes } = config.catalogue ?? defaultCatalogueSettings
  return {
    services: {
      orm,
      directProviders: parts.providers,
      files,
      batchTypes: parts.batchTypes,
      batchJobChanges: batchJobChangesOf(orm),
      liveChanges: liveChangesOf(orm),
      tokens: new SignedTokens(secret),
      rateLimits: createRateLimits(orm, config.limits ?? defaultRateLimits),
      queues,
      replicas,
      router: parts.routers.app,
      ...partsOfRouters(parts.routers),
      cursorSecret: createHmac('sha256', secret).update('cursors').digest('base64url'),
      webhookTargets: config.webhooks?.targets ?? 'public',
      growthBounds: config.growth ?? usualGrowthBounds,
      setup: setupOfProcess(parts, config),
      answers:
        cacheBytes > 0
          ? new AnswerCache(answers?.entries ?? openAnswerEntries(cacheBytes), answers?.prefix)
          : undefined,
    },
    settings: parts.settings,
    session: { secret, sameSite },
    bounds,
    origins: { admin: config.adminCors, store: allOrigins(config) },
    isOwnServer: addressMatcher(config.storefrontServers ?? []),
  }
}

/** Shops with the same plugins share them. */
const partsOfRouters = memoizeFor((routers: ShopRouters) => {
  const procedures = proceduresOf(routers.app)
  return {
    adminProcedures: adminProceduresOf(routers),
    paymentParts: paymentPartsOf(procedures),
    hiddenFieldParts: hiddenFieldPartsOf(procedures),
    translatedParts: translatedPartsOf(procedures),
  }
})

/** The queues of a process. Servers and jobs of one process share them. */
export const openQueues = ({ bounds = defaultRequestBounds, database }: ShopConfig): RequestQueues =>
  new RequestQueues({
    connections: database?.poolMax ?? defaultPoolSize,
    maxWaiting: bounds.waiting,
    maxWaitMs: (database?.timeouts ?? defaultTimeouts).wait,
  })
