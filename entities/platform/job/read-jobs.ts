import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'

export const JOB_STATUSES = ['running', 'waiting', 'scheduled', 'retrying', 'failed'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** A job without its payload, which can contain personal data. */
export interface JobRow {
  id: string
  name: string
  status: JobStatus
  key: string | null
  attempts: number
  max_attempts: number
  last_error: string | null
  run_at: string
  created_at: string
}

const STATUS = `case
    when locked_at is not null then 'running'
    when attempts >= max_attempts then 'failed'
    when attempts > 0 then 'retrying'
    when run_at > now() then 'scheduled'
    else 'waiting' end`

interface JobPage {
  statuses: readonly JobStatus[]
  name: string | null
  limit: number
  offset: number
}

/** Returns the newest jobs first. */
export const readJobs = statement<JobRow & { count: number }, [JobPage]>(
  `select id::text, name, status, key, attempts, max_attempts, last_error, to_json(run_at) #>> '{}' as run_at,
    to_json(created_at) #>> '{}' as created_at, (count(*) over ())::int as count
  from (select *, task_identifier as name, ${STATUS} as status from graphile_worker.jobs) jobs
  where status = any($1::text[]) and ($2::text is null or name = $2)
  order by jobs.id desc limit $3 offset $4`,
  ([{ statuses, name, limit, offset }]) => [statuses, name, limit, offset],
)

/**
 * Runs a waiting or failed job now. A failed job gets all its attempts again.
 * @throws NotFound if there is no such job. NotAllowed if it is running.
 */
export async function retryJob(em: EntityManager, id: string): Promise<void> {
  const [job] = await rescheduleJob(em, id)
  if (job) return
  const [row] = await selectJob(em, id)
  if (row) throw new NotAllowed(`Job ${id} is running`).because({ name: 'job_running' })
  throw new NotFound(`Job with id: ${id} was not found`)
}

const rescheduleJob = statement<{ id: string }>(`
  select r.id::text from graphile_worker.jobs j, graphile_worker.reschedule_jobs(
    array[j.id], run_at => now(), attempts => case when j.attempts >= j.max_attempts then 0 end) r
  where j.id = $1::bigint and r.id is not null`)

export const readJob = statement<JobRow>(`
  select id::text, name, status, key, attempts, max_attempts, last_error, to_json(run_at) #>> '{}' as run_at,
    to_json(created_at) #>> '{}' as created_at
  from (select *, task_identifier as name, ${STATUS} as status from graphile_worker.jobs) jobs where id = $1::bigint`)

const selectJob = statement<{ id: string }>('select id::text from graphile_worker.jobs where id = $1::bigint')
