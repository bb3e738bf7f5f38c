import { join } from 'node:path'
import type { Logger } from 'pino'
import { runWithProgress, type WriteLine } from '#server/base/progress.ts'
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/database/embedded.ts'
import type { Config } from '#server/settings/config.ts'

export type DatabaseServer = {
  url: string
  isNew: boolean
  markFilling(): void
  markFilled(): void
  stop(): Promise<void>
}

/** `print` shows the progress of the start, and `logger` writes later messages. */
export interface Reports {
  print: WriteLine
  logger: Logger
}

export async function startDatabaseServer(config: Config, { print, logger }: Reports): Promise<DatabaseServer> {
  if (config.databaseUrl) return externalServer(config.databaseUrl)
  const directory = embeddedDirectory(config)
  return runWithProgress(print, `PostgreSQL 18 (embedded, ${directory})`, () =>
    startEmbeddedPostgres({ directory, print, logger }),
  )
}

/** Returns the database for a command. If a server runs an embedded PostgreSQL, the command uses it. */
export async function useDatabaseServer(config: Config, reports: Reports): Promise<DatabaseServer> {
  const running = config.databaseUrl ? undefined : runningEmbeddedUrl(embeddedDirectory(config))
  return running ? externalServer(running) : startDatabaseServer(config, reports)
}

function embeddedDirectory({ dataDirectory }: Config): string {
  return join(dataDirectory, 'postgres')
}

function externalServer(url: string): DatabaseServer {
  return { url, isNew: false, markFilling: () => {}, markFilled: () => {}, stop: async () => {} }
}
