import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { JobName, Jobs } from './jobs.ts'

export interface JobOptions {
  /** Earliest start of the job. Default: immediately. */
  run_at?: Date
  /** Maximum number of attempts. The delay between attempts grows from seconds to hours. */
  max_attempts?: number
  /** A new job replaces a waiting job with the same key. */
  key?: string
  /** Jobs of one queue run one after another. */
  queue?: string
}

/** The job runs after the commit. A job may run more than once and must be idempotent. */
export async function enqueue<Name extends JobName>(
  em: EntityManager,
  name: Name,
  job: { payload: Jobs[Name] } & JobOptions,
): Promise<void> {
  await enqueueAll(em, name, [job])
}

export async function enqueueAll<Name extends JobName>(
  em: EntityManager,
  name: Name,
  jobs: readonly ({ payload: Jobs[Name] } & JobOptions)[],
): Promise<void> {
  if (jobs.length > 0) await addJobs(em, jsonOf(name, jobs))
}

const jsonOf = (name: string, jobs: readonly ({ payload: object } & JobOptions)[]): string =>
  JSON.stringify(jobs.map((job) => ({ name, ...job })))

/** Adds jobs from JSON with names. The statement reads no table of the shop. A cluster would run it on the node of that table. */
export const addJobs = statement(`
  with specs as (
    select array_agg(
      (name, payload, queue, run_at, max_attempts, key, null, null)::graphile_worker.job_spec
    ) as specs
    from json_to_recordset($1::json) as job (
      name text, payload json, queue text, run_at timestamptz, max_attempts int, key text
    )
  )
  select from specs, graphile_worker.add_jobs(specs.specs)`)

/** Enqueues a job of a plugin. */
export async function enqueueTask(
  em: EntityManager,
  name: string,
  job: { payload: object } & JobOptions,
): Promise<void> {
  await addJobs(em, jsonOf(name, [job]))
}
