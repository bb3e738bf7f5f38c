import type { MikroORM } from '@mikro-orm/postgresql'
import { Logger, runMigrations } from 'graphile-worker'
import { directUrlOf } from '#server/database/direct-url.ts'

export async function migrateJobs(orm: MikroORM): Promise<void> {
  const silent = new Logger(() => () => {})
  await runMigrations({ connectionString: directUrlOf(orm), maxPoolSize: 1, logger: silent })
  await orm.em.getConnection().execute(planOnce)
  await orm.em.getConnection().execute(announceFreeQueues)
}

/** Without this setting, each call plans its statements. A migration that replaces the function removes the setting. */
const planOnce = `
  do $$ begin
    if (select proconfig is null from pg_proc where oid = 'graphile_worker.add_jobs'::regproc) then
      alter function graphile_worker.add_jobs set plan_cache_mode = force_generic_plan;
    end if;
  end $$`

/** graphile-worker notifies workers of new jobs, but not of a free queue, which it polls every two seconds. */
const announceFreeQueues = `
  create or replace function graphile_worker.announce_free_queue() returns trigger language plpgsql as $function$ begin
    notify "jobs:insert", '{"count":1}';
    return null;
  end $function$;
  do $$ begin
    if not exists (
      select from pg_trigger
      where tgrelid = 'graphile_worker._private_job_queues'::regclass and tgname = 'announce_free_queue'
    ) then
      create trigger announce_free_queue after update on graphile_worker._private_job_queues
      for each row when (old.locked_by is not null and new.locked_by is null)
      execute function graphile_worker.announce_free_queue();
    end if;
  end $$`
