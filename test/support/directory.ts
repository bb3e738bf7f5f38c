import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openAnswerEntries } from '#routers/pipeline/answer-cache/answer-cache.ts'
import { createShop, type ShopToCreate } from '#server/hosting/create-shop.ts'
import { Directory } from '#server/hosting/directory.ts'
import type { Program } from '#server/hosting/open-shop.ts'
import { OpenShops } from '#server/hosting/open-shops.ts'
import { operatorHostOf } from '#server/hosting/people/operator-app.ts'
import type { RequestAdmission } from '#server/hosting/request-admission.ts'
import { ServerStates } from '#server/hosting/server-states.ts'
import { shopRequests } from '#server/hosting/shop-requests.ts'
import { drain, listen } from '#server/process/listen.ts'
import type { HostingSettings } from '#server/settings/hosting.ts'
import { CookieClient } from './cookie-client.ts'
import { databaseUrl, executeSql } from './postgres.ts'
import { scratchDirectory } from './scratch-directory.ts'

/** The host of the operator's console in these tests. */
export const OPERATOR_HOST = 'operators.localhost'

/** Bytes of the uploads of operators in these tests. */
export const MAX_UPLOAD = 3_000_000

const ADMINISTRATOR = { email: 'owner@example.com', password: 'correct horse battery' }

/** A directory without shops, on the PostgreSQL of the tests. The disposal drops the databases of its shops too. */
export interface TestDirectory extends AsyncDisposable {
  program: Program
  directory: Directory
  create(id: string, over?: Partial<ShopToCreate>): Promise<void>
}

export async function openTestDirectory(plugins: Program['plugins'] = []): Promise<TestDirectory> {
  await using resources = new AsyncDisposableStack()
  const { url } = inject('postgres')
  const name = `directory_${randomBytes(4).toString('hex')}`
  await executeSql(url, `create database ${name}`)
  resources.defer(async () => {
    const databases = await executeSql(url, `select datname from pg_database where datname like '${name}%'`)
    for (const { datname } of databases) await executeSql(url, `drop database "${datname}" with (force)`)
  })
  const { path } = resources.use(scratchDirectory())
  const directory = resources.use(
    await Directory.open(databaseUrl(url, name), { secret: 'the secret of the directory in all of these tests' }),
  )
  const program: Program = {
    plugins,
    env: { LOG_LEVEL: 'error', NODE_ENV: 'test', OPERATOR_HOST },
    dataDirectory: path,
    directory,
    logger: pino({ level: 'silent' }),
    servers: new ServerStates(20),
    telemetry: undefined,
    answers: openAnswerEntries(1_000_000),
    first: undefined,
  }
  const owned = resources.move()
  return {
    program,
    directory,
    create: async (id, over = {}) => {
      const hosts = [`${id}.example.com`]
      await createShop(program, { id, hosts, settings: {}, administrator: ADMINISTRATOR, ...over })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export interface ServedShops extends AsyncDisposable {
  url: string
  shops: OpenShops
  /** The ids of the shops with requests that may have changed data. */
  changed: string[]
  /** A client behind a proxy for the host name, because `fetch` sends no other `Host`. */
  at(host: string): CookieClient
  /** A client that is logged in as the first administrator. */
  administratorAt(host: string): Promise<CookieClient>
}

interface ServingSettings extends Partial<HostingSettings> {
  trustProxy?: boolean
  admission?: RequestAdmission
}

/** Serves the shops of the directory on a free port. */
export async function serveDirectory(
  { program }: Pick<TestDirectory, 'program'>,
  { trustProxy = true, admission, ...settings }: ServingSettings = {},
): Promise<ServedShops> {
  await using resources = new AsyncDisposableStack()
  const shops = resources.use(
    new OpenShops(program, { connections: 20, openShops: 10, idleTime: 60_000, maxUpload: MAX_UPLOAD, ...settings }),
  )
  const changed: string[] = []
  const operators = operatorHostOf(program, {
    trustProxy,
    hosting: { operatorHost: OPERATOR_HOST, maxUpload: MAX_UPLOAD },
  })
  if (operators) resources.use(operators)
  const { listener } = shopRequests({
    shops,
    operators,
    config: { trustProxy },
    logger: program.logger,
    isReady: async () => true,
    onChange: (id) => changed.push(id),
    ...(admission && { admission }),
  })
  const server = await listen(createServer(listener), { host: '127.0.0.1', port: 0 })
  resources.defer(() => drain(server))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const owned = resources.move()
  const at = (host: string) => new CookieClient(url, { 'x-forwarded-host': host })
  return {
    url,
    shops,
    changed,
    at,
    administratorAt: async (host) => {
      const client = at(host)
      await client.post('/admin/auth', ADMINISTRATOR)
      return client
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
