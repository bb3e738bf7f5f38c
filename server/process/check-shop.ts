import type { MikroORM } from '@mikro-orm/postgresql'
import { destination, pino } from 'pino'
import { lastDrillLine } from '#server/backups/stored-drills.ts'
import { StartError } from '#server/base/start-error.ts'
import { useDatabaseServer } from '#server/database/connect.ts'
import { withClient } from '#server/database/databases.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { extensionProblems } from '#server/database/extension-problems.ts'
import { unfitColumns } from '#server/database/field-columns.ts'
import { type PendingMigration, pendingMigrations } from '#server/database/migrators.ts'
import { missingColumns } from '#server/database/missing-columns.ts'
import { postgresVersionOf } from '#server/database/postgres-version.ts'
import { removedPlugins } from '#server/database/record-plugins.ts'
import { type ShopSchema, schemaOf } from '#server/database/shop-schema.ts'
import { knownVulnerabilities } from '#server/operate/known-vulnerabilities.ts'
import { processEnvironment } from '#server/settings/config.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { setupOfProcess } from '#server/shop/setup-of-process.ts'
import { isForDevelopers } from '../plugin/route/core-paths.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'
import type { ComposedShop, Shop } from './define-shop.ts'
import { readShop } from './read-shop.ts'
import { setupReminders } from './setup-reminders.ts'
import { whoMovesMoney } from './who-moves-money.ts'

/** Returns all problems of the environment, of the plugins and of the database. Changes nothing. */
export const checkShop = async (shop: Shop, env = processEnvironment()): Promise<string[]> =>
  (await inspectShop(shop, env)).problems

export interface ShopReport {
  problems: string[]
  /** What the operator should know, although the shop starts. */
  reminders: string[]
}

/** Reports the problems of `checkShop`, removed plugins, open steps of the setup, the users and API keys that can move money, and vulnerable versions of Node, OpenSSL and PostgreSQL. */
export async function inspectShop(shop: Shop, env = processEnvironment()): Promise<ShopReport> {
  let reminders = knownVulnerabilities()
  const problems = await orStartProblems(async () => {
    const composed = readShop(shop, { env, logDestination: destination(2) })
    const schema = await inspectSchema(composed)
    const { removedPlugins: removed, postgresVersion, moneyPowers, openSteps, lastDrill } = schema
    const weak = knownVulnerabilities(postgresVersion)
    reminders = [...routesOf(composed.parts), ...removed, ...weak, ...openSteps, ...lastDrill, ...moneyPowers]
    return schema.problems
  })
  return { problems, reminders }
}

/** Returns a line for each plugin with routes. */
export function routesOf({ routes }: ShopParts): string[] {
  const ofProduction = routes.filter(({ route }) => !isForDevelopers(route.path))
  return Array.from(
    Map.groupBy(ofProduction, ({ plugin }) => plugin),
    ([plugin, own]) => {
      const paths = own.map(({ route: { method, path } }) => `${method} ${path}`)
      const others = paths.length - SHOWN_ROUTES
      const shown = others > 0 ? [...paths.slice(0, SHOWN_ROUTES), `and ${others} other routes`] : paths
      return `The plugin ${plugin} answers ${shown.join(', ')}.`
    },
  )
}

const SHOWN_ROUTES = 12

/** Returns the problems that `find` returns, or that it throws as a StartError. */
export async function orStartProblems(find: () => Promise<string[]>): Promise<string[]> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n')
    throw error
  }
}

interface SchemaReport {
  problems: string[]
  /** A line for each plugin that the database knows and the shop lacks. */
  removedPlugins: string[]
  /** A line for each power over money, with its users and API keys. Empty while migrations are pending. */
  moneyPowers: string[]
  /** A line for each open step of the setup. Empty while migrations are pending. */
  openSteps: string[]
  /** A line about the last drill. Empty without a drill. */
  lastDrill: string[]
  postgresVersion: string
  schema: ShopSchema
}

/** @throws StartError if the database is not available. */
export async function inspectSchema({ config, parts }: ComposedShop): Promise<SchemaReport> {
  await using resources = new AsyncDisposableStack()
  const database = await useDatabaseServer(config, { print: () => {}, logger: pino({ level: 'silent' }) })
  resources.defer(() => database.stop())
  const orm = await openDatabase(database.url, config.database, parts)
  resources.defer(() => orm.close())
  const problems = [...(await extensionProblems(orm)), ...(await problemsOfMigrations(orm, parts))]
  const isReady = problems.length === 0
  const moneyPowers = isReady ? await whoMovesMoney(orm.em.fork(), parts.routers) : []
  const openSteps = isReady ? await setupReminders(orm.em.fork(), setupOfProcess(parts, config)) : []
  const removed = await removedPlugins(orm, parts.plugins)
  const postgresVersion = await postgresVersionOf(orm)
  const drilled = isReady ? await withClient(directUrlOf(orm), lastDrillLine) : undefined
  const lastDrill = drilled === undefined ? [] : [drilled]
  return {
    problems,
    removedPlugins: removed,
    moneyPowers,
    openSteps,
    lastDrill,
    postgresVersion,
    schema: schemaOf(orm),
  }
}

async function problemsOfMigrations(orm: MikroORM, { migrations, plugins }: ShopParts): Promise<string[]> {
  const pending = await pendingMigrations(orm, migrations)
  return pending.length > 0
    ? describePending(pending)
    : [...(await missingColumns(orm, plugins)), ...(await unfitColumns(orm, plugins))]
}

/** Returns one line for the migrations of the core, and one for each migration of a plugin. */
export function describePending(pending: readonly PendingMigration[]): string[] {
  const ofCore = pending.filter(({ plugin }) => plugin === undefined).length
  const subject = ofCore === 1 ? '1 migration of the core is' : `${ofCore} migrations of the core are`
  return [
    ...(ofCore > 0 ? [`${subject} pending. Run: npm run migrate`] : []),
    ...pending.flatMap(({ plugin, name }) =>
      plugin ? [`The migration ${name} of the plugin ${plugin} is pending. Run: npm run migrate`] : [],
    ),
  ]
}
