import { destination } from 'pino'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import { PUBLIC_SCHEMA } from '#server/database/shop-schema.ts'
import { knownVulnerabilities } from '#server/operate/known-vulnerabilities.ts'
import { processEnvironment } from '#server/settings/config.ts'
import { inspectSchema, orStartProblems, routesOf, type ShopReport } from './check-shop.ts'
import type { Shop } from './define-shop.ts'
import { backupReminder, databaseProblems } from './production-database.ts'
import { filesProblems } from './production-files.ts'
import { settingsProblems } from './production-settings.ts'
import { readShop } from './read-shop.ts'

/** Checks the list for going live. Changes nothing. */
export async function checkProduction(shop: Shop, env = processEnvironment()): Promise<ShopReport> {
  const reminders: string[] = []
  const problems = await orStartProblems(async () => {
    const composed = readShop(shop, { env, logDestination: destination(2) })
    const { config } = composed
    reminders.push(...routesOf(composed.parts))
    const found = [...settingsProblems(composed, env), ...(await filesProblems(composed)), ...knownVulnerabilities()]
    if (!config.databaseUrl) return found
    let schema = PUBLIC_SCHEMA
    const startProblems = await orStartProblems(async () => {
      const report = await inspectSchema(composed)
      reminders.push(...report.removedPlugins, ...report.openSteps, ...report.moneyPowers)
      schema = report.schema
      return report.problems
    })
    if (startProblems.length > 0) return [...startProblems, ...found]
    const client = new DatabaseClient({ connectionString: config.database.directUrl ?? config.databaseUrl })
    await client.connect()
    try {
      reminders.push(await backupReminder(client))
      return [...found, ...(await databaseProblems(client, config, schema))]
    } finally {
      await client.end()
    }
  })
  return { problems, reminders }
}
