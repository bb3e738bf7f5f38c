import { Client } from 'pg'
import { destination } from 'pino'
import { processEnvironment } from '#server/config.ts'
import { StartError } from '#server/process/start-error.ts'
import { checkShop } from './check-shop.ts'
import type { Shop } from './define-shop.ts'
import { backupReminder, databaseProblems } from './production-database.ts'
import { settingsProblems } from './production-settings.ts'
import { readShop } from './read-shop.ts'

export interface ProductionReport {
  problems: string[]
  reminders: string[]
}

/** Checks the list for going live. Changes nothing. */
export async function checkProduction(shop: Shop, env = processEnvironment()): Promise<ProductionReport> {
  try {
    const composed = readShop(shop, { env, logDestination: destination(2) })
    const { config } = composed
    const problems = settingsProblems(composed, env)
    if (!config.databaseUrl) return { problems, reminders: [] }
    const startProblems = await checkShop(shop, env)
    if (startProblems.length > 0) return { problems: [...startProblems, ...problems], reminders: [] }
    const client = new Client({ connectionString: config.database.directUrl ?? config.databaseUrl })
    await client.connect()
    try {
      problems.push(...(await databaseProblems(client, config)))
      return { problems, reminders: [await backupReminder(client)] }
    } finally {
      await client.end()
    }
  } catch (error) {
    if (error instanceof StartError) return { problems: error.message.split('\n'), reminders: [] }
    throw error
  }
}
