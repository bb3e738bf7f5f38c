import {
  ConnectionException,
  DeadlockException,
  DriverException,
  type EntityManager,
  type MikroORM,
} from '@mikro-orm/postgresql'
import { indexNextLanguage, queueMissingTitles, storeChainsOfShop } from '#entities/market/language/store-chains.ts'
import { runWithProgress, type WriteLine } from '#server/base/progress.ts'
import { StartError } from '#server/base/start-error.ts'
import { attachAuditTriggers } from '#server/database/audit-triggers.ts'
import { seedBaseData } from '#server/database/base-data.ts'
import { followShop, logAllTables, onCoordinator } from '#server/database/cluster-schema.ts'
import { setDirectUrl } from '#server/database/direct-url.ts'
import { migrateJobs } from '#server/jobs/schema.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { DatabaseSettings } from '#server/settings/database.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { type InstalledParts, installParts } from '#server/shop/install-parts.ts'
import { registerSubscriptions } from '#server/subscribers/register-subscriptions.ts'
import { type InspectedAddress, inspectAddress, inspectDirectAddress } from '../database/detect-pooler.ts'
import { createExtension, extensionProblems } from '../database/extension-problems.ts'
import { unfitColumns } from '../database/field-columns.ts'
import { attachFieldTriggers } from '../database/field-triggers.ts'
import { migratorsOf, type NamedMigrator } from '../database/migrators.ts'
import { missingColumns } from '../database/missing-columns.ts'
import { type DatabaseOptions, openOrm, ormOptions } from '../database/orm-options.ts'
import { recordPlugins } from '../database/record-plugins.ts'
import { type ShopSchema, schemaOf, schemaOfSession, setSchema } from '../database/shop-schema.ts'
import { DETACH_TEXT_TRIGGERS_SQL, isHeldByTextTriggers, storeTranslatedColumns } from '../database/text-triggers.ts'

type OpenedParts = InstalledParts & Pick<ShopParts, 'entities'>

/**
 * `like` is another open shop of the process with the same plugins.
 * @throws StartError if the connection fails. Its message omits the password.
 */
export async function openDatabase(
  url: string,
  settings: DatabaseSettings & Pick<DatabaseOptions, 'measure' | 'budget'> & { like?: MikroORM | undefined } = {},
  parts: OpenedParts = coreParts,
): Promise<MikroORM> {
  const address = await inspectAddress(url, 'DATABASE_URL')
  const schema = schemaOfSession(address, 'DATABASE_URL')
  const { pooled } = address
  if (pooled && !settings.directUrl) throw new StartError(NO_DIRECT_URL)
  if (settings.directUrl) await assertDirectUrl(settings.directUrl, schema)
  const options = ormOptions({
    url,
    schema,
    searchPath: completeSearchPath(address),
    poolSize: settings.poolMax,
    prepares: settings.prepares ?? !pooled,
    timeouts: settings.timeouts,
    entities: parts.entities,
    isInCluster: address.is_cluster,
    ...(settings.measure ? { measure: settings.measure } : {}),
    ...(settings.budget ? { budget: settings.budget } : {}),
  })
  // MikroORM must not create the database, because the name in the URL could be wrong.
  const changes = { ensureDatabase: false, migrations: { ...options.migrations, silent: true } }
  const orm = await openOrm({ ...options, ...changes }, settings.like)
  if (settings.directUrl) setDirectUrl(orm, settings.directUrl)
  setSchema(orm, schema)
  if (address.is_cluster) followShop(orm)
  installParts(orm, parts)
  return orm
}

async function assertDirectUrl(url: string, schema: ShopSchema): Promise<void> {
  const direct = await inspectDirectAddress(url, 'DATABASE_DIRECT_URL')
  if (direct.sharesSessions) throw new StartError(NOT_A_DIRECT_URL)
  const { name } = schemaOfSession(direct, 'DATABASE_DIRECT_URL')
  if (name !== schema.name)
    throw new StartError(
      `DATABASE_URL uses the schema ${schema.name}, and DATABASE_DIRECT_URL uses ${name}. Set the same search_path in both.`,
    )
}

/** Returns undefined if the search path has all schemas that the shop needs. */
function completeSearchPath({ search_path, missing_schema, pooled }: InspectedAddress): string | undefined {
  if (missing_schema === null) return undefined
  if (pooled)
    throw new StartError(
      `The product search needs the schema ${missing_schema}. Add it to the end of search_path: ${search_path}, ${missing_schema}`,
    )
  return `${search_path}, "${missing_schema}"`
}

const NO_DIRECT_URL =
  'DATABASE_URL is the address of a connection pooler. Set DATABASE_DIRECT_URL to the address of the database itself: LISTEN and the leases of jobs need a direct connection.'

const NOT_A_DIRECT_URL =
  'DATABASE_DIRECT_URL is the address of a connection pooler in transaction mode. Set it to the address of the database itself.'

type PreparedParts = Pick<ShopParts, 'mails' | 'migrations' | 'notifications' | 'plugins' | 'subscribers'>

interface Preparation {
  print: WriteLine
  parts?: PreparedParts
  /** Default: true. A template of databases has none, because the ids of its rows would be those of all shops. `seedSharedData` adds the others. */
  addsBaseData?: boolean
}

/** Runs migrations and adds the base data. Several servers can do this at the same time. */
export async function prepareDatabase(
  orm: MikroORM,
  { print, parts = coreParts, addsBaseData = true }: Preparation,
): Promise<void> {
  await withAdvisoryLock(orm, async () => {
    await onCoordinator(orm, () => migrateAll(orm, print, parts))
    await migrateJobs(orm)
    await queueMissingTitles(orm.em.fork())
    await recordPlugins(orm, parts.plugins)
    await registerSubscriptions(orm.em.fork(), parts)
    if (addsBaseData) await runWithProgress(print, 'base data', () => seedBaseData(orm))
  })
}

/** Completes a fresh copy of a template that this program has prepared with the same plugins. */
export async function completeCopy(orm: MikroORM, parts: PreparedParts): Promise<void> {
  await registerSubscriptions(orm.em.fork(), parts)
  await seedBaseData(orm)
}

async function migrateAll(orm: MikroORM, print: WriteLine, parts: PreparedParts): Promise<void> {
  assertNone(await extensionProblems(orm))
  await createExtension(orm)
  for (const named of migratorsOf(orm, parts.migrations)) {
    const pending = await named.migrator.getPending()
    if (pending.length > 0) await runWithProgress(print, `${named.name} (${pending.length})`, () => migrate(orm, named))
  }
  assertNone(await missingColumns(orm, parts.plugins))
  assertNone(await unfitColumns(orm, parts.plugins))
  await attachAuditTriggers(orm)
  await attachFieldTriggers(orm, parts.plugins)
  await storeTranslatedColumns(orm)
  await storeChains(orm)
  await logAllTables(orm)
}

/** A new version can have other chains. */
async function storeChains(orm: MikroORM): Promise<void> {
  const withoutTimeouts = <T>(work: (em: EntityManager) => Promise<T>) =>
    orm.em.fork().transactional(async (em) => {
      await em.execute(DISABLE_TIMEOUTS_SQL)
      return work(em)
    })
  await withoutTimeouts(storeChainsOfShop)
  while (await withoutTimeouts(indexNextLanguage)) {}
}

function assertNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new StartError(problems.join('\n'))
}

/** @throws StartError that names the migration, if PostgreSQL refuses its SQL. */
async function migrate(orm: MikroORM, { name, migrator }: NamedMigrator): Promise<void> {
  const connection = orm.em.getConnection()
  let current = ''
  migrator.on('migrating', (migration) => {
    current = migration.name
  })
  const runAfter = (sql: string) =>
    connection.transactional(async (transaction) => {
      await connection.execute(sql, [], 'all', transaction)
      await migrator.up({ transaction })
    })
  try {
    await runAfter(DISABLE_TIMEOUTS_SQL).catch((error) => {
      if (!isHeldByTextTriggers(error)) throw error
      return runAfter(`${DISABLE_TIMEOUTS_SQL};${DETACH_TEXT_TRIGGERS_SQL}`)
    })
  } catch (error) {
    const isTemporary = error instanceof ConnectionException || error instanceof DeadlockException
    if (!(error instanceof DriverException) || isTemporary || current === '') throw error
    const { where } = error as { where?: string }
    const reason = where ? `${error.message} (${where})` : error.message
    throw new StartError(
      `The migration ${current} failed: ${reason}. None of the pending ${name} was applied. Correct the migration, and start again.`,
      { cause: error },
    )
  }
}

/** Runs `work` while no other server runs work under this lock. */
export async function withAdvisoryLock<T>(orm: MikroORM, work: () => Promise<T>): Promise<T> {
  // A transactional entity manager would run `work` inside this transaction, so this code uses the connection.
  const connection = orm.em.getConnection()
  return connection.transactional(async (transaction) => {
    await connection.execute(DISABLE_TIMEOUTS_SQL, [], 'all', transaction)
    await connection.execute('select pg_advisory_xact_lock(?)', [schemaOf(orm).startLock], 'all', transaction)
    return work()
  })
}

const DISABLE_TIMEOUTS_SQL =
  'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'
