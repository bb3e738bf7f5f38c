import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/database/embedded.ts'
import { type Say, step } from '#server/progress.ts'

/** A PostgreSQL to work with: one of our own, or the one that `DATABASE_URL` names. */
export type DatabaseServer = {
  url: string
  isNew: boolean
  markFilled(): void
  stop(): Promise<void>
}

/** The PostgreSQL of the server: with `DATABASE_URL` nothing embedded starts. */
export async function startDatabaseServer(config: Config, say: Say): Promise<DatabaseServer> {
  if (config.databaseUrl) return foreign(config.databaseUrl)
  const directory = embeddedDirectory(config)
  return step(say, `PostgreSQL 18 (embedded, ${directory})`, () => startEmbeddedPostgres({ directory, say }))
}

/** The PostgreSQL for a command: the embedded one of a running server is shared with it. */
export async function borrowDatabaseServer(config: Config, say: Say): Promise<DatabaseServer> {
  const running = config.databaseUrl ? undefined : runningEmbeddedUrl(embeddedDirectory(config))
  return running ? foreign(running) : startDatabaseServer(config, say)
}

function embeddedDirectory({ dataDirectory }: Config): string {
  return join(dataDirectory, 'postgres')
}

function foreign(url: string): DatabaseServer {
  return { url, isNew: false, markFilled: () => {}, stop: async () => {} }
}
