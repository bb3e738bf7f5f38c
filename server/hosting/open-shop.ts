import type { RequestListener } from 'node:http'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import type { AnswerEntries } from '#routers/pipeline/answer-cache/answer-cache.ts'
import type { Telemetry } from '#server/base/telemetry.ts'
import { openServices } from '#server/operations/open-services.ts'
import type { JobContext } from '#server/plugin/job-context.ts'
import type { Plugin } from '#server/plugin/plugin.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Config, Environment } from '#server/settings/config.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { composeHostedShop } from './compose-hosted-shop.ts'
import type { Directory, ShopRecord } from './directory.ts'
import { endSessionsOfPersons } from './people/ended-sessions.ts'
import { switchRoutes } from './people/switch-shop.ts'
import { prepareShop } from './prepare-shop.ts'
import type { ServerStates } from './server-states.ts'

/** A shop of the deployment in the memory of this process. */
export interface OpenShop extends AsyncDisposable {
  record: ShopRecord
  orm: MikroORM
  config: Config
  parts: ShopParts
  listener: RequestListener
  /** Returns the context of its jobs. */
  jobs(): JobContext
}

/** What the shops of a process share. */
export interface Program {
  plugins: readonly Plugin[]
  env: Environment
  dataDirectory: string
  directory: Directory
  logger: Logger
  servers: ServerStates
  telemetry: Telemetry | undefined
  /** The answers of all shops, with one limit of bytes. */
  answers: AnswerEntries
  /** An open shop, whose metadata of entities the others share. */
  first: MikroORM | undefined
}

/** Opens the database of a shop, and prepares it if another version of the program has prepared it. @throws StartError */
export async function openShop(program: Program, record: ShopRecord): Promise<OpenShop> {
  const { config, parts, logger } = composeHostedShop(program, record)
  await using resources = new AsyncDisposableStack()
  const settings = { ...config.database, budget: program.servers.budgetOf(record.server), like: program.first }
  const orm = await openDatabase(record.databaseUrl, settings, { ...parts, logger })
  resources.defer(() => waitWithTimeout(2000, () => orm.close()))
  program.first ??= orm
  await prepareShop(program.directory, record, { orm, parts })
  await endSessionsOfPersons(program.directory, { id: record.id, orm })
  const { telemetry, answers: entries } = program
  const answers = { entries, prefix: `${record.id} ` }
  const consoleRoutes = switchRoutes({ program, record })
  const { app, jobs } = await openServices({ orm, config, parts, logger, telemetry, answers, consoleRoutes }, resources)
  const owned = resources.move()
  return {
    ...{ record, orm, config, parts },
    listener: (req, res) => app()(req, res),
    jobs,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
