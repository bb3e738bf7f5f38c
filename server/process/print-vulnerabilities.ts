import { knownVulnerabilities } from '#server/operate/known-vulnerabilities.ts'
import type { Config } from '#server/settings/config.ts'
import type { WriteLine } from '../base/progress.ts'

/** Prints a line for each part of the deployment with a known vulnerability. */
export function printVulnerabilities(postgresVersion: string, config: Config, print: WriteLine): void {
  for (const line of knownVulnerabilities(postgresVersion)) {
    const isEmbedded = !config.databaseUrl && line.startsWith('PostgreSQL')
    print(`! ${line}${isEmbedded ? ' The embedded PostgreSQL accepts connections of this machine only.' : ''}`)
  }
}
