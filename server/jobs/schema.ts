import type { MikroORM } from '@mikro-orm/postgresql'
import { Logger, runMigrations } from 'graphile-worker'
import { directUrlOf } from '#server/database/direct-url.ts'

/** Brings the tables of the jobs up to date; where they are, that is two looks at them. */
export async function migrateJobs(orm: MikroORM): Promise<void> {
  const silent = new Logger(() => () => {})
  await runMigrations({ connectionString: directUrlOf(orm), maxPoolSize: 1, logger: silent })
  await orm.em.getConnection().execute(planOnce)
}

/**
 * PostgreSQL plans the statements within `add_jobs` anew at each call, since it can tell how many jobs it is given, which
 * takes longer than all that they do. A migration of graphile-worker that replaces the function undoes this.
 */
const planOnce = `
  do $$ begin
    if (select proconfig is null from pg_proc where oid = 'graphile_worker.add_jobs'::regproc) then
      alter function graphile_worker.add_jobs set plan_cache_mode = force_generic_plan;
    end if;
  end $$`
