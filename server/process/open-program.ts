import { destination, type Logger } from 'pino'
import { openAnswerEntries } from '#routers/pipeline/answer-cache/answer-cache.ts'
import type { WriteLine } from '#server/base/progress.ts'
import { StartError } from '#server/base/start-error.ts'
import type { Telemetry } from '#server/base/telemetry.ts'
import { useDatabaseServer } from '#server/database/connect.ts'
import { addressOf, createDatabase, databaseExists } from '#server/database/databases.ts'
import { Directory } from '#server/hosting/directory.ts'
import type { Program } from '#server/hosting/open-shop.ts'
import { ServerStates } from '#server/hosting/server-states.ts'
import { openLog } from '#server/operate/log.ts'
import { type Config, hasManyShops, processEnvironment, readConfig } from '#server/settings/config.ts'
import type { Shop } from './define-shop.ts'

interface Opened {
  config: Config
  logger: Logger
  print: WriteLine
  telemetry?: Telemetry | undefined
}

/** The database of the directory in the embedded PostgreSQL. */
const EMBEDDED_DIRECTORY = 'shops'

/** Opens the directory of the shops. @throws StartError */
export async function openProgram(
  { plugins }: Pick<Shop, 'plugins'>,
  { config, logger, print, telemetry }: Opened,
  resources: AsyncDisposableStack,
): Promise<Program> {
  const { directUrl, replicas } = config.database
  if (directUrl || replicas.urls.length > 0)
    throw new StartError('SHOPS=many cannot be used with DATABASE_DIRECT_URL or DATABASE_REPLICA_URLS. Unset them.')
  const server = await useDatabaseServer(config, { print, logger })
  resources.defer(() => server.stop())
  const url = config.databaseUrl ?? addressOf(server.url, EMBEDDED_DIRECTORY)
  if (!config.databaseUrl && !(await databaseExists(server.url, EMBEDDED_DIRECTORY)))
    await createDatabase(server.url, EMBEDDED_DIRECTORY)
  const directory = resources.use(
    await Directory.open(url, { secret: config.sessionSecret, timeouts: config.database.timeouts }),
  )
  return {
    plugins,
    env: processEnvironment(),
    dataDirectory: config.dataDirectory,
    directory,
    logger,
    servers: new ServerStates(config.hosting.connections),
    telemetry,
    answers: openAnswerEntries(Math.max(1, config.catalogue.cacheBytes)),
    first: undefined,
  }
}

/** Opens the directory for a command. Progress and the log go to stderr. @throws StartError without `SHOPS=many`. */
export async function openCommandProgram(
  shop: Pick<Shop, 'plugins'>,
  resources: AsyncDisposableStack,
): Promise<Program> {
  if (!hasManyShops()) throw new StartError('The directory of shops needs SHOPS=many. Set it for the servers too.')
  const config = readConfig()
  const logger = openLog(config.logLevel, destination(2))
  return openProgram(shop, { config, logger, print: console.error }, resources)
}
