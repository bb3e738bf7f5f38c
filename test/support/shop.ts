import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { User } from '#entities/people/user/user.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import { Event } from '#entities/platform/event/event.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { NotificationProviders } from '#entities/platform/notification/notification-port.ts'
import { newId } from '#entities/values/id.ts'
import type { RequestQueues } from '#routers/context/request-queues.ts'
import type { Providers, Replicas } from '#routers/context/services.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import type { DatabaseOptions } from '#server/database/orm-options.ts'
import type { AppDependencies } from '#server/http/app.ts'
import { runDueJobs } from '#server/jobs/runner.ts'
import type { JobContext } from '#server/plugin/job-context.ts'
import type { Plugin } from '#server/plugin/plugin.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Subscribers } from '#server/plugin/subscriber.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { registerProviders } from '#server/providers/register-providers.ts'
import { type DatabaseTimeouts, defaultPoolSize } from '#server/settings/database.ts'
import { prepareDatabase } from '#server/shop/open-database.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { openTestDatabase } from '#server/testing/open-test-database.ts'
import { SESSION_SECRET, type ServedShop, serveShop, testConfig, testTimeouts } from '#server/testing/serve-shop.ts'
import { factories, type Given } from './factories.ts'
import { cloneDatabase } from './postgres.ts'
import { makeJobsDue } from './queued-jobs.ts'
import { type BodyOf, type Reply, replyOf } from './reply.ts'
import { scratchDirectory } from './scratch-directory.ts'

type Headers = Record<string, string>

export interface Caller {
  get<const Path extends string>(path: Path): Promise<Reply<BodyOf<'GET', Path>>>
  post<const Path extends string>(path: Path, body?: unknown, headers?: Headers): Promise<Reply<BodyOf<'POST', Path>>>
  delete<const Path extends string>(
    path: Path,
    body?: unknown,
    headers?: Headers,
  ): Promise<Reply<BodyOf<'DELETE', Path>>>
}

/** Requests with `get`, `post` and `delete` of the shop itself are anonymous. */
export interface TestShop extends Caller, AsyncDisposable {
  url: string
  databaseUrl: string
  orm: MikroORM
  queues: RequestQueues
  visits: ServedShop['visits']
  files: FileStore
  admin: Caller
  token: string
  jobs: JobContext
  as(headers: Headers): Caller
  /** Runs the due jobs and the jobs that they enqueue. No worker runs in the background. */
  runJobs(): Promise<void>
  makeJobsDue(): Promise<void>
  given: Given
}

export interface TestShopOptions {
  plugins?: readonly Plugin[]
  /** Environment variables of the plugins. */
  env?: Readonly<Record<string, string>>
  /** Whether to seed the demo regions and products. Default: false. */
  demo?: boolean
  /** Default: a scratch directory. */
  files?: FileStore
  providers?: Providers
  subscribers?: Subscribers
  notifications?: NotificationProviders
  batchTypes?: BatchTypes
  logger?: Logger
  replicas?: (orm: MikroORM) => Replicas
  config?: Partial<AppDependencies['config']>
  timeouts?: DatabaseTimeouts
  poolMax?: number
  measure?: DatabaseOptions['measure']
}

export { SESSION_SECRET, testConfig as shopConfig }

/** Opens a shop on its own database. The disposal stops the server and drops the database. */
export async function openTestShop({ demo = false, ...options }: TestShopOptions = {}): Promise<TestShop> {
  const ending = new AsyncDisposableStack()
  const { name, token } = inject('shopTemplate')
  const database = ending.use(await cloneDatabase(name))
  const files = options.files ?? localFiles(ending.use(scratchDirectory()).path)
  const { timeouts = testTimeouts, poolMax = defaultPoolSize } = options
  const parts = partsOf(options)
  const { config, logger, measure } = options
  const orm = await openTestDatabase(
    database.url,
    { timeouts, poolMax, ...(measure && { measure }) },
    { ...parts, logger },
  )
  ending.defer(() => orm.close())
  await renewAdministrator(orm)
  if (options.plugins) await prepareDatabase(orm, { print: () => {}, parts })
  if (demo) await seedDemoShop(orm)
  if (options.plugins || options.providers) await registerProviders(orm.em.fork(), parts.providers)
  const replicas = options.replicas?.(orm)
  const served = ending.use(await serveShop({ orm, parts, files, config, logger, replicas, timeouts, poolMax }))
  const { url, queues, visits, jobs } = served
  const shop = {
    url,
    databaseUrl: database.url,
    orm,
    queues,
    visits,
    files,
    ...callerOf(url, {}),
    token,
    admin: callerOf(url, { authorization: `Bearer ${token}` }),
    as: (headers: Headers) => callerOf(url, headers),
    jobs,
    runJobs: async () => void (await runDueJobs(jobs, database.url)),
    makeJobsDue: () => makeJobsDue({ orm }),
  }
  return { ...shop, given: factories(shop), [Symbol.asyncDispose]: () => ending.disposeAsync() }
}

function partsOf({ plugins = [], env = {}, ...options }: TestShopOptions): ShopParts {
  const parts = readParts(plugins, env)
  return {
    ...parts,
    subscribers: options.subscribers ?? (plugins.length > 0 ? parts.subscribers : {}),
    providers: options.providers ?? parts.providers,
    notifications: options.notifications ?? parts.notifications,
    batchTypes: options.batchTypes ?? parts.batchTypes,
  }
}

/** All test shops sign file links with the same secret. */
export const localFiles = (directory: string) => new LocalFiles({ directory, links: new FileLinks(SESSION_SECRET) })

function callerOf(url: string, fixedHeaders: Headers): Caller {
  const send = async <Body>(method: string, path: string, body?: unknown, headers?: Headers): Promise<Reply<Body>> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const init = { method, headers: { ...fixedHeaders, ...json, ...headers }, body: body && JSON.stringify(body) }
    const answer = await fetch(url + path, init as RequestInit)
    return replyOf<Body>(answer)
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    delete: (path, body, headers) => send('DELETE', path, body, headers),
  }
}

/**
 * An import from another test shop needs users with other ids. The event of the administrator waits since the template was made, and
 * `/ready` fails for old events.
 */
async function renewAdministrator(orm: MikroORM): Promise<void> {
  const em = orm.em.fork()
  await em.nativeUpdate(User, {}, { id: newId('usr') })
  await em.nativeUpdate(Event, {}, { created_at: new Date() })
}
