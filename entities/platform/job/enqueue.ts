import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { JobName, Jobs } from './jobs.ts'

export interface JobOptions {
  /** Not before this time. Default: at once. */
  run_at?: Date
  /** How often it is tried before it is given up, with growing pauses: seconds at first, hours from the tenth on. */
  max_attempts?: number
  /** A job that waits under the same key is replaced by this one. */
  key?: string
  /** Jobs of one queue are done one after another. */
  queue?: string
}

/**
 * Has a job done after the transaction of the entity manager commits, and never if it does not. A job is done at least
 * once: a worker that dies in the middle leaves it to another, so doing it twice must come to the same.
 */
export async function enqueue<Name extends JobName>(
  em: EntityManager,
  name: Name,
  job: { payload: Jobs[Name] } & JobOptions,
): Promise<void> {
  await enqueueAll(em, name, [job])
}

/** Enqueues many jobs of one kind in one statement. */
export async function enqueueAll<Name extends JobName>(
  em: EntityManager,
  name: Name,
  jobs: readonly ({ payload: Jobs[Name] } & JobOptions)[],
): Promise<void> {
  if (jobs.length > 0) await addJobs(em, name, JSON.stringify(jobs))
}

const addJobs = statement(`
  with specs as (
    select array_agg(
      ($1::text, payload, queue, run_at, max_attempts, key, null, null)::graphile_worker.job_spec
    ) as specs
    from json_to_recordset($2::json) as job (
      payload json, queue text, run_at timestamptz, max_attempts int, key text
    )
  )
  select from specs, graphile_worker.add_jobs(specs.specs)`)
