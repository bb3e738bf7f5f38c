import type { MikroORM } from '@mikro-orm/postgresql'

interface Database {
  orm: MikroORM
}

const execute = ({ orm }: Database, sql: string) => orm.em.fork().execute(sql)

const IDLE = 'array(select id from graphile_worker.jobs where locked_at is null)'
const ALL = 'array(select id from graphile_worker.jobs)'
const WORKERS = 'array(select distinct locked_by from graphile_worker.jobs where locked_by is not null)'

/** Makes all waiting jobs due. */
export async function makeJobsDue(database: Database): Promise<void> {
  await execute(database, `select from graphile_worker.reschedule_jobs(${IDLE}, run_at => now())`)
}

/** Uses up the attempts of all jobs. */
export const failJobs = (database: Database) =>
  execute(database, `select from graphile_worker.permanently_fail_jobs(${ALL}, 'failed by the test')`)

/** Deletes all jobs, also those of killed workers. */
export async function deleteJobs(database: Database): Promise<void> {
  await execute(database, `select graphile_worker.force_unlock_workers(${WORKERS})`)
  await execute(database, `select from graphile_worker.complete_jobs(${ALL})`)
}

/** Marks the oldest job and its queue as running, as a worker does. */
export const startOldestJob = (database: Database) =>
  execute(
    database,
    `with job as (
       update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'
       where id = (select min(id) from graphile_worker._private_jobs) returning job_queue_id)
     update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'worker'
     where id in (select job_queue_id from job)`,
  )
