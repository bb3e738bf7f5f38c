import type { MikroORM } from '@mikro-orm/postgresql'
import { Logger, runMigrations } from 'graphile-worker'
import { directUrlOf } from '#server/database/direct-url.ts'

/** Brings the tables of the jobs up to date; where they are, that is one look at them. */
export async function migrateJobs(orm: MikroORM): Promise<void> {
  const silent = new Logger(() => () => {})
  await runMigrations({ connectionString: directUrlOf(orm), maxPoolSize: 1, logger: silent })
}
