import type { MikroORM } from '@mikro-orm/postgresql'
import { postgresVersionOf } from '#server/database/postgres-version.ts'
import { knownVulnerabilities } from '#server/operate/known-vulnerabilities.ts'
import type { Config } from '#server/settings/config.ts'
import type { WriteLine } from '../base/progress.ts'

/** Prints a line for each part of the shop with a known vulnerability. */
export async function printVulnerabilities(orm: MikroORM, config: Config, print: WriteLine): Promise<void> {
  for (const line of knownVulnerabilities(await postgresVersionOf(orm))) {
    const isEmbedded = !config.databaseUrl && line.startsWith('PostgreSQL')
    print(`! ${line}${isEmbedded ? ' The embedded PostgreSQL accepts connections of this machine only.' : ''}`)
  }
}
