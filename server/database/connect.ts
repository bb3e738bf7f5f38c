import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { runWithProgress, type WriteLine } from '#server/process/progress.ts'

/** A PostgreSQL to work with: one of our own, or the one that `DATABASE_URL` names. */
export type DatabaseServer = {
  url: string
  isNew: boolean
  markFilled(): void
  stop(): Promise<void>
}

/** How a database server reports: `say` while it starts, `logger` later. */
export interface Reports {
  say: WriteLine
  logger: Logger
}

/** The PostgreSQL of the server: with `DATABASE_URL` nothing embedded starts. */
export async function startDatabaseServer(config: Config, { say, logger }: Reports): Promise<DatabaseServer> {
  if (config.databaseUrl) return externalServer(config.databaseUrl)
  const directory = embeddedDirectory(config)
  return runWithProgress(say, `PostgreSQL 18 (embedded, ${directory})`, () =>
    startEmbeddedPostgres({ directory, say, logger }),
  )
}

/** The PostgreSQL for a command: the embedded one of a running server is shared with it. */
export async function useDatabaseServer(config: Config, reports: Reports): Promise<DatabaseServer> {
  const running = config.databaseUrl ? undefined : runningEmbeddedUrl(embeddedDirectory(config))
  return running ? externalServer(running) : startDatabaseServer(config, reports)
}

function embeddedDirectory({ dataDirectory }: Config): string {
  return join(dataDirectory, 'postgres')
}

function externalServer(url: string): DatabaseServer {
  return { url, isNew: false, markFilled: () => {}, stop: async () => {} }
}
